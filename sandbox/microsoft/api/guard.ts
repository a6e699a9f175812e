import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { HttpError } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { AccessToken } from '../../core/oauth/grant.ts'
import type { MicrosoftAccount } from '../account.ts'
import { type OptionName, parseOptions } from '../query/options.ts'
import type { MicrosoftState } from '../state.ts'
import { ERRORS, type ErrorName } from './errors.ts'
import type { GraphRequest } from './graph-request.ts'
import { type Preference, parsePreferences } from './preferences.ts'
import { errorResponse, type GraphError, graphResponse } from './responses.ts'

/** One method of Graph, as the route table names it; all of them are read with GET. */
export interface GraphMethod {
  pattern: string
  /** `outlook` is what lies in the mailbox: rationed, and absent for whoever has none. */
  api: 'outlook' | 'directory'
  /** Any of these will do. */
  scopes: readonly string[]
  options?: readonly OptionName[]
  preferences?: readonly Preference[]
  /** Returns the JSON body. */
  handle(graphRequest: GraphRequest): object
}

/** The route of a method: who calls, has the mailbox room for him, may he, is what he asks well-formed; then the method. */
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
    const applied = prefer.applied.length > 0 ? { 'preference-applied': prefer.applied.join(', ') } : {}
    return graphResponse(method.handle(graphRequest), request, applied)
  }
  return { method: 'GET', pattern, api, handle }
}

/** Leaves with an error of Graph's table. */
export function createFail({ clock }: MicrosoftState, request: HttpRequest): GraphRequest['fail'] {
  return (name: ErrorName, message?: string) => {
    const error: GraphError = ERRORS[name]
    throw new HttpError(errorResponse(message === undefined ? error : { ...error, message }, request, clock.now()))
  }
}

/** The live token the call carries; or why it carries none, in the words that its look deserves. */
export function authenticate(
  { oauth, accounts }: MicrosoftState,
  request: HttpRequest,
  fail: GraphRequest['fail'],
): AccessToken {
  const text = getBearerToken(request)
  if (text === undefined) return fail('tokenMissing')
  const access = oauth.grants.inspect(text)
  if (access) return access
  const grant = oauth.grants.grantOf(text)
  if (grant?.revoked) return fail('continuousAccess')
  if (grant) return fail(accounts.get(grant.account)?.personal ? 'tokenExpiredPersonal' : 'tokenExpired')
  return fail(text.includes('.') ? 'tokenUnknown' : 'tokenWithoutDots')
}

/** https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits */
function enforceLimits(
  { settings, quota, quotaNow, clock }: MicrosoftState,
  { email }: MicrosoftAccount,
  request: HttpRequest,
): void {
  const wait = (error: GraphError, seconds: number) => {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
    throw new HttpError(errorResponse({ ...error, headers }, request, clock.now()))
  }
  if (request.inFlight > settings.mailboxConcurrency) wait(ERRORS.ApplicationThrottled, settings.retryAfterSeconds)
  const spending = quota.spend(email, 1)
  if (!spending.spent) wait(ERRORS.TooManyRequests, (spending.retryAt - quotaNow()) / 1000)
  request.units += 1
}

function authorize(
  method: GraphMethod,
  access: AccessToken,
  account: MicrosoftAccount,
  fail: GraphRequest['fail'],
): void {
  const outlook = method.api === 'outlook'
  if (!method.scopes.some((scope) => access.scopes.includes(scope))) {
    fail(outlook ? 'ErrorAccessDenied' : 'Authorization_RequestDenied')
  }
  if (outlook && account.mailboxError) fail(account.mailboxError)
}

function invalidTimeZoneMessage(name: string): string {
  return `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`
}
