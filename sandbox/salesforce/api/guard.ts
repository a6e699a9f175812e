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
  /** Below `/services/data/vXX.0`. */
  path: string
  handle(session: Session, request: HttpRequest): HttpResponse | Promise<HttpResponse>
}

const API = 'data'

/** The route of a resource: is the request well-formed, who calls, is there room for him; then the resource itself. */
export function apiRoute(salesforce: SalesforceState, { method, path, handle }: Resource): Route {
  return {
    method,
    pattern: `/services/data/:version${path}`,
    api: API,
    handle: async (request) => {
      checkSize(request)
      const session = openSession(salesforce, request)
      const answer = await toResponse(async () => {
        // Parts of a composite request belong to the call around them: it has paid, and it holds the transaction.
        if (request.part) return handle(session, request)
        while (session.org.transaction) await session.org.transaction
        enforceLimits(session, request)
        return handle(session, request)
      })
      return withUsageHeader(session.org.usage, answer)
    },
  }
}

function enforceLimits({ salesforce, org, account }: Session, request: HttpRequest): void {
  const { context, settings } = salesforce
  if (context.ledger.inFlight(account.email, API) > settings.concurrentRequests) fail('concurrentLimitExceeded')
  if (!org.usage.tryConsume()) fail('requestLimitExceeded')
  request.units += 1
}

/** Every way in which a resource says no, as an answer. */
async function toResponse(step: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof HttpError) return error.response
    if (error instanceof RecordError) return errorResponse(error.status, ...error.errors)
    if (error instanceof JsonParserError) {
      return errorResponse(400, { errorCode: 'JSON_PARSER_ERROR', message: error.message })
    }
    throw error
  }
}

/** Every answer tells how many calls the org has left; one that is for no org tells nothing. */
export function withUsageHeader(usage: Usage | undefined, answer: HttpResponse): HttpResponse {
  if (!usage) return answer
  const info = { 'sforce-limit-info': `api-usage=${usage.used}/${usage.limit}` }
  return { ...answer, headers: { ...info, ...answer.headers } }
}
