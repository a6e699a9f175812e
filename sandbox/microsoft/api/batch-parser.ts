import { type HttpRequest, parseJson } from '../../core/http/request.ts'
import type { GraphRequest } from './graph-request.ts'

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

const MAX_REQUESTS = 20

/** The requests of a batch. What is wrong with one of them as a request is wrong with the batch. */
export function parseBatch(call: HttpRequest, fail: GraphRequest['fail']): BatchRequest[] {
  const list = getRequests(call)
  if (!list) return fail('BadRequest', 'Invalid batch payload format.')
  if (list.length > MAX_REQUESTS) {
    return fail('BadRequest', `Number of batch requests steps exceeds the maximum value of ${MAX_REQUESTS}.`)
  }
  const ids = new Set<string>()
  return list.map((one) => {
    const request = parseRequest(one) ?? fail('BadRequest', 'Invalid batch payload format.')
    const { id, dependsOn } = request
    if (ids.has(id.toLowerCase())) fail('BadRequest', `The request id '${id}' is not unique in the batch.`)
    const unknown = dependsOn.find((other) => !ids.has(other.toLowerCase()))
    if (unknown !== undefined)
      fail('BadRequest', `The request '${id}' depends on '${unknown}', which does not precede it.`)
    ids.add(id.toLowerCase())
    return request
  })
}

function getRequests(call: HttpRequest): readonly unknown[] | undefined {
  try {
    const requests = Object(parseJson(call)).requests as unknown
    return Array.isArray(requests) ? requests : undefined
  } catch {
    return undefined
  }
}

/** Undefined for what is no request. */
function parseRequest(value: unknown): BatchRequest | undefined {
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
