import { type HttpRequest, parseJson } from '../../core/http/request.ts'
import type { Fail } from './errors.ts'

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

/** Parses the requests of a batch. One malformed request makes the whole batch fail. */
export function parseBatch(request: HttpRequest, fail: Fail): BatchRequest[] {
  const items = getRequests(request)
  if (!items) return fail('BadRequest', 'Invalid batch payload format.')
  if (items.length > MAX_REQUESTS) {
    return fail('BadRequest', `Number of batch requests steps exceeds the maximum value of ${MAX_REQUESTS}.`)
  }
  const ids = new Set<string>()
  return items.map((item) => {
    const batchRequest = parseRequest(item) ?? fail('BadRequest', 'Invalid batch payload format.')
    const { id, dependsOn } = batchRequest
    if (ids.has(id.toLowerCase())) fail('BadRequest', `The request id '${id}' is not unique in the batch.`)
    const unknown = dependsOn.find((dependency) => !ids.has(dependency.toLowerCase()))
    if (unknown !== undefined)
      fail('BadRequest', `The request '${id}' depends on '${unknown}', which does not precede it.`)
    ids.add(id.toLowerCase())
    return batchRequest
  })
}

function getRequests(request: HttpRequest): readonly unknown[] | undefined {
  try {
    const requests = Object(parseJson(request)).requests as unknown
    return Array.isArray(requests) ? requests : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined when the value is not a well-formed request. */
function parseRequest(value: unknown): BatchRequest | undefined {
  const { id, method, url, headers = {}, body, dependsOn = [] } = Object(value) as Record<string, unknown>
  const hasRequiredText = [id, method, url].every((text) => typeof text === 'string' && text !== '')
  if (!hasRequiredText || !Array.isArray(dependsOn) || typeof headers !== 'object' || headers === null) return undefined
  const lowerCaseHeaders = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)])
  return {
    id: String(id),
    method: String(method).toUpperCase(),
    url: String(url),
    headers: Object.fromEntries(lowerCaseHeaders),
    body,
    dependsOn: dependsOn.map(String),
  }
}
