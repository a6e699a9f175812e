import type { HttpRequest } from '../../core/http/request.ts'
import { getBearerToken } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { HttpError } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { AccessToken } from '../../core/oauth/grant.ts'
import type { MicrosoftAccount } from '../account.ts'
import { type OptionName, parseOptions } from '../query/options.ts'
import type { MicrosoftState } from '../state.ts'
import { ERRORS, type ErrorName, type Fail } from './errors.ts'
import type { GraphRequest } from './graph-request.ts'
import { type Preference, parsePreferences } from './preferences.ts'
import { errorResponse, type GraphError, graphResponse } from './responses.ts'

/** A GET method of Graph, as listed in the route table. */
export interface GraphMethod {
  pattern: string
  /** `outlook` methods read the mailbox: they count against its limits and fail for accounts without one. */
  api: 'outlook' | 'directory'
  /** Any one of these scopes is sufficient. */
  scopes: readonly string[]
  options?: readonly OptionName[]
  /** The preferences that the method honours. */
  preferences?: readonly Preference[]
  /** Returns the JSON body. */
  handle(request: GraphRequest): object
}

/** Creates the route of a method. It authenticates, enforces limits, authorizes, parses the request and then handles it. */
export function graphRoute(microsoft: MicrosoftState, method: GraphMethod): Route {
  const { api, pattern, preferences = [], options = [] } = method
  const handle = (request: HttpRequest): HttpResponse => {
    const fail = createFail(microsoft, request)
    const access = authenticate(microsoft, request, fail)
    const account = microsoft.account(access.grant.account)
    if (api === 'outlook') enforceLimits(microsoft, account, request)
    authorize(method, access, account, fail)
    const prefer = parsePreferences(request.headers.prefer, preferences, (name) =>
      fail('TimeZoneNotSupportedException', invalidTimeZoneMessage(name)),
    )
    const graphRequest: GraphRequest = {
      http: request,
      account,
      scopes: access.scopes,
      options: parseOptions(request, options, fail),
      prefer,
      fail,
    }
    const headers: Record<string, string> =
      prefer.applied.length > 0 ? { 'preference-applied': prefer.applied.join(', ') } : {}
    return graphResponse(method.handle(graphRequest), request, headers)
  }
  return { method: 'GET', pattern, api, handle }
}

/** Returns a function that throws an HttpError with an error of Graph's table. */
export function createFail({ clock }: MicrosoftState, request: HttpRequest): Fail {
  return (name: ErrorName, message?: string) => {
    const error: GraphError = ERRORS[name]
    throw new HttpError(errorResponse(message === undefined ? error : { ...error, message }, request, clock.now()))
  }
}

/** Returns the valid token of the request, or fails with the message that Graph has for this kind of invalid token. */
export function authenticate({ oauth, accounts }: MicrosoftState, request: HttpRequest, fail: Fail): AccessToken {
  const token = getBearerToken(request)
  if (token === undefined) return fail('tokenMissing')
  const access = oauth.grants.inspect(token)
  if (access) return access
  const grant = oauth.grants.findGrant(token)
  if (grant?.revoked) return fail('continuousAccess')
  if (grant) return fail(accounts.get(grant.account)?.personal ? 'tokenExpiredPersonal' : 'tokenExpired')
  return fail(token.includes('.') ? 'tokenUnknown' : 'tokenWithoutDots')
}

/** https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits */
function enforceLimits(microsoft: MicrosoftState, { email }: MicrosoftAccount, request: HttpRequest): void {
  const { settings, quota, quotaNow, clock } = microsoft
  const throttle = (error: GraphError, seconds: number) => {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
    throw new HttpError(errorResponse({ ...error, headers }, request, clock.now()))
  }
  if (request.inFlight > settings.mailboxConcurrency) throttle(ERRORS.ApplicationThrottled, settings.retryAfterSeconds)
  const spending = quota.spend(email, 1)
  if (!spending.spent) throttle(ERRORS.TooManyRequests, (spending.retryAt - quotaNow()) / 1000)
  request.units += 1
}

function authorize(method: GraphMethod, access: AccessToken, account: MicrosoftAccount, fail: Fail): void {
  const outlook = method.api === 'outlook'
  if (!method.scopes.some((scope) => access.scopes.includes(scope))) {
    fail(outlook ? 'ErrorAccessDenied' : 'Authorization_RequestDenied')
  }
  if (account.deleted) fail(outlook ? 'ErrorInvalidUser' : 'Request_ResourceNotFound')
  if (outlook && account.mailboxError) fail(account.mailboxError)
}

function invalidTimeZoneMessage(name: string): string {
  return `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`
}
