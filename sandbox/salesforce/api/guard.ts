import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { HttpError } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { fail } from '../errors.ts'
import type { Usage } from '../org/usage.ts'
import { JsonParserError, RecordError } from '../records/errors.ts'
import { errorResponse } from '../responses.ts'
import type { SalesforceState } from '../state.ts'
import { checkSize } from './request-size.ts'
import { openSession, type Session } from './session.ts'

/** One resource of the data API. */
export interface Resource {
  method: string
  /** The path below `/services/data/vXX.0`. */
  path: string
  handle(session: Session, request: HttpRequest): HttpResponse | Promise<HttpResponse>
}

const API = 'data'

/** Creates the route of a resource. It checks the request's size, authenticates, enforces limits and then handles it. */
export function apiRoute(salesforce: SalesforceState, { method, path, handle }: Resource): Route {
  return {
    method,
    pattern: `/services/data/:version${path}`,
    api: API,
    handle: async (request) => {
      checkSize(request)
      const session = openSession(salesforce, request)
      const response = await toResponse(async () => {
        // Subrequests are not counted, and the composite request already holds the transaction.
        if (request.part) return handle(session, request)
        while (session.org.transaction) await session.org.transaction
        enforceLimits(session, request)
        return handle(session, request)
      })
      return withUsageHeader(session.org.usage, response)
    },
  }
}

function enforceLimits({ salesforce, org, account }: Session, request: HttpRequest): void {
  const { context, settings } = salesforce
  if (context.ledger.inFlight(account.email, API) > settings.concurrentRequests) fail('concurrentLimitExceeded')
  if (!org.usage.tryConsume()) fail('requestLimitExceeded')
  request.units += 1
}

/** Runs a handler and converts its expected errors to responses. */
async function toResponse(handle: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof HttpError) return error.response
    if (error instanceof RecordError) return errorResponse(error.status, ...error.errors)
    if (error instanceof JsonParserError) {
      return errorResponse(400, { errorCode: 'JSON_PARSER_ERROR', message: error.message })
    }
    throw error
  }
}

/** Adds the header with the API usage of the org. Without an org the response is unchanged. */
export function withUsageHeader(usage: Usage | undefined, response: HttpResponse): HttpResponse {
  if (!usage) return response
  const info = { 'sforce-limit-info': `api-usage=${usage.used}/${usage.limit}` }
  return { ...response, headers: { ...info, ...response.headers } }
}
