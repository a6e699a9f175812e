import { type HttpRequest, parseJson } from '../../core/http/request.ts'
import { JsonParserError } from '../records/errors.ts'
import type { Body } from '../records/writer.ts'

/** Parses the body of a request, which must be a JSON object. Throws a JsonParserError. */
export function parseBody(request: HttpRequest): Body {
  const body = parseJsonBody(request)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  throw new JsonParserError('The HTTP entity body has to be a JSON object.')
}

function parseJsonBody(request: HttpRequest): unknown {
  if (request.body.length === 0) {
    throw new JsonParserError('The HTTP entity body is required, but this request has no entity body.')
  }
  try {
    return parseJson(request)
  } catch (error) {
    throw new JsonParserError((error as Error).message)
  }
}
