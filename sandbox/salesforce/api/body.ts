import { type Call, jsonOf } from '../../core/call.ts'
import { ParserFailure } from '../records/failure.ts'
import type { Body } from '../records/writer.ts'

/** The JSON object in the body of a call. */
export function bodyOf(call: Call): Body {
  const body = parsed(call)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  throw new ParserFailure('The HTTP entity body has to be a JSON object.')
}

function parsed(call: Call): unknown {
  if (call.body.length === 0) {
    throw new ParserFailure('The HTTP entity body is required, but this request has no entity body.')
  }
  try {
    return jsonOf(call)
  } catch (error) {
    throw new ParserFailure((error as Error).message)
  }
}
