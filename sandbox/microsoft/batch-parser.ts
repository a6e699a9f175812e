import { type Call, jsonOf } from '../core/call.ts'
import type { Visit } from './visit.ts'

export interface BatchRequest {
  id: string
  method: string
  /** Relative to the version: `/me/messages`. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: unknown
  dependsOn: readonly string[]
}

const MOST = 20

/** The requests of a batch. What is wrong with one of them as a request is wrong with the batch. */
export function parseBatch(call: Call, refuse: Visit['refuse']): BatchRequest[] {
  const list = requestsIn(call)
  if (!list) return refuse('BadRequest', 'Invalid batch payload format.')
  if (list.length > MOST) {
    return refuse('BadRequest', `Number of batch requests steps exceeds the maximum value of ${MOST}.`)
  }
  const ids = new Set<string>()
  return list.map((one) => {
    const request = requestOf(one) ?? refuse('BadRequest', 'Invalid batch payload format.')
    const { id, dependsOn } = request
    if (ids.has(id.toLowerCase())) refuse('BadRequest', `The request id '${id}' is not unique in the batch.`)
    const unknown = dependsOn.find((other) => !ids.has(other.toLowerCase()))
    if (unknown !== undefined)
      refuse('BadRequest', `The request '${id}' depends on '${unknown}', which does not precede it.`)
    ids.add(id.toLowerCase())
    return request
  })
}

function requestsIn(call: Call): readonly unknown[] | undefined {
  try {
    const requests = Object(jsonOf(call)).requests as unknown
    return Array.isArray(requests) ? requests : undefined
  } catch {
    return undefined
  }
}

/** Undefined for what is no request. */
function requestOf(value: unknown): BatchRequest | undefined {
  const { id, method, url, headers = {}, body, dependsOn = [] } = Object(value) as Record<string, unknown>
  const texts = [id, method, url].every((text) => typeof text === 'string' && text !== '')
  if (!texts || !Array.isArray(dependsOn) || typeof headers !== 'object' || headers === null) return undefined
  const lower = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)])
  return {
    id: String(id),
    method: String(method).toUpperCase(),
    url: String(url),
    headers: Object.fromEntries(lower),
    body,
    dependsOn: dependsOn.map(String),
  }
}
