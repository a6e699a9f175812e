import { type HttpRequest, parseJson } from '../../../sandbox/core/http/request.ts'
import type { HttpResponse } from '../../../sandbox/core/http/responses.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { FAULT_RESPONSES, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

/** A request that was found to be valid. */
export interface ApiRequest {
  /** The account's address. */
  account: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** The members of a JSON body; empty for GET. */
  body: Readonly<Record<string, unknown>>
}

/**
 * Creates a route of the API. It requires a valid token, and refuses every parameter, or member of the body, that is not
 * one of `names`: a sandbox that accepts more than the vendor hides mistakes.
 */
export function apiRoute(
  { oauth }: BeaconState,
  method: 'GET' | 'POST' | 'PATCH',
  pattern: string,
  names: readonly string[],
  handle: (request: ApiRequest) => HttpResponse,
): Route {
  return {
    method,
    pattern,
    api: 'data',
    handle: (request) => {
      const { account, params, url } = request
      if (account === undefined || !oauth) return FAULT_RESPONSES.invalidToken()
      const query = Object.fromEntries(url.searchParams)
      const body = method === 'GET' ? {} : readBody(request)
      const sent = method === 'GET' ? query : { ...query, ...body }
      const unknown = Object.keys(sent).find((name) => !names.includes(name))
      if (unknown !== undefined) fail(400, 'unknown_parameter', `There is no parameter “${unknown}”.`)
      return handle({ account, params, query, body })
    },
  }
}

function readBody(request: HttpRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    fail(415, 'unsupported_media_type', 'The body must be JSON.')
  }
  const body = tryToParse(request)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  return fail(400, 'invalid_body', 'The body must be a JSON object.')
}

function tryToParse(request: HttpRequest): unknown {
  try {
    return parseJson(request)
  } catch {
    return undefined
  }
}
