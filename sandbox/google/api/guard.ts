import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { GoogleAccount } from '../account.ts'
import type { GoogleState } from '../state.ts'
import { CONSUMER, throwError, throwInvalidParameter, toNamedErrorResponse, toRetryAfterResponse } from './errors.ts'
import { selectFields } from './field-mask.ts'
import { checkParameterNames } from './parameters.ts'
import { API_HEADERS, errorInfo, type Service, toErrorResponse } from './responses.ts'

/** One method of an API. */
export interface ApiMethod {
  service: keyof GoogleState['quotas']
  pattern: string
  /** The name of the method in scope errors. */
  rpc: string
  /** The access token needs one of these scopes. */
  scopes: readonly string[]
  /** The cost of a call: Gmail's quota units, or one request of another API. */
  units: number
  /** The query parameters of the method. Calendar ignores others, the other services reject them. */
  parameters: readonly string[]
  /** Returns the JSON body. */
  handle(account: GoogleAccount, request: HttpRequest): unknown
}

/** Creates the route of a method, which checks authorization, limits and parameters first. */
export function createApiRoute(google: GoogleState, method: ApiMethod): Route {
  const handle = (request: HttpRequest): HttpResponse => {
    const account = authorize(google, method, request)
    if (method.service === 'gmail' && !account.hasMail) throwError('mailNotEnabled', request)
    if (method.service === 'calendar' && !account.hasCalendar) throwError('notACalendarUser', request)
    enforceLimits(google, method, account, request)
    if (method.service !== 'calendar') checkParameterNames(request, method.parameters)
    return json(applyFieldMask(method.handle(account, request), request), 200, { ...API_HEADERS })
  }
  return { method: 'GET', pattern: method.pattern, api: method.service, handle }
}

function authorize(google: GoogleState, method: ApiMethod, request: HttpRequest): GoogleAccount {
  const token = getBearerToken(request)
  const access = google.oauth.grants.inspect(token ?? '')
  if (!access) return throwError(token === undefined ? 'required' : 'authError', request)
  const hasScope = method.scopes.some((scope) => access.scopes.includes(scope))
  if (!hasScope) throw new HttpError(toScopeErrorResponse(method))
  return google.account(access.grant.account)
}

/** The error for a token that has none of the scopes which the method accepts. */
export function toScopeErrorResponse({
  service,
  rpc,
  scopes,
}: {
  service: Service
  rpc: string
  scopes: readonly string[]
}): HttpResponse {
  const host = service === 'calendar' ? 'calendar-json' : service
  const metadata = { service: `${host}.googleapis.com`, method: rpc }
  const error = {
    code: 403,
    reason: 'insufficientPermissions',
    message: 'Request had insufficient authentication scopes.',
    short: 'Insufficient Permission',
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', metadata)],
    headers: {
      'www-authenticate': `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${scopes.join(' ')}"`,
    },
  }
  return toErrorResponse(error, service)
}

/** Checks concurrency before the quota, because calls that are rejected for it cost nothing. */
function enforceLimits(
  { settings, quotas }: GoogleState,
  { service, units }: ApiMethod,
  { email }: GoogleAccount,
  request: HttpRequest,
): void {
  if (service === 'gmail' && request.inFlight > settings.gmailConcurrency) {
    throwError('tooManyConcurrentRequests', request)
  }
  const result = quotas[service].spend(email, units)
  if (!result.spent) throw new HttpError(toQuotaErrorResponse(service, settings.quotaForm, result.retryAt))
  request.units += units
}

function toQuotaErrorResponse(
  service: Service,
  form: GoogleState['settings']['quotaForm'],
  retryAt: number,
): HttpResponse {
  if (service === 'meet' || service === 'people') return toRpcQuotaResponse(service)
  if (form === 'too-many-requests') return toNamedErrorResponse('resourceExhausted', service)
  if (form === 'retry-after') return toRetryAfterResponse(service, retryAt)
  const limit = `limit 'Queries per minute per user' of service '${service}.googleapis.com' for consumer '${CONSUMER}'`
  const message = `Quota exceeded for quota metric 'Queries' and ${limit}.`
  return toErrorResponse({ code: 403, reason: 'rateLimitExceeded', domain: 'usageLimits', message }, service)
}

/** Newer services send 429 whatever the form. */
function toRpcQuotaResponse(service: Service): HttpResponse {
  const host = `${service}.googleapis.com`
  const metric = `'Read requests' and limit 'Read requests per minute per user' of service '${host}'`
  const message = `Quota exceeded for quota metric ${metric} for consumer '${CONSUMER}'.`
  const metadata = { service: host, consumer: CONSUMER, quota_limit: 'ReadsPerMinutePerUser' }
  return toErrorResponse({ code: 429, message, details: [errorInfo('RATE_LIMIT_EXCEEDED', metadata)] }, service)
}

function applyFieldMask(body: unknown, request: HttpRequest): unknown {
  const fields = request.url.searchParams.get('fields')
  if (!fields) return body
  try {
    return selectFields(body, fields)
  } catch (error) {
    return throwInvalidParameter(request, 'fields', (error as Error).message)
  }
}
