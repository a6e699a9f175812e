import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { HttpError } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { MicrosoftAccount } from '../account.ts'
import { type Caller, resolveCaller } from '../app-only/caller.ts'
import { type OptionName, parseOptions } from '../query/options.ts'
import type { MicrosoftState } from '../state.ts'
import { ERRORS, type ErrorName, type Fail } from './errors.ts'
import type { GraphApi, GraphRequest } from './graph-request.ts'
import { type Preference, parsePreferences } from './preferences.ts'
import { errorResponse, type GraphError, graphResponse } from './responses.ts'

/** A GET method of Graph, as listed in the route table. */
export interface GraphMethod {
  pattern: string
  api: GraphApi
  /** Any one of these scopes is sufficient. */
  scopes: readonly string[]
  options?: readonly OptionName[]
  /** The preferences that the method honours. */
  preferences?: readonly Preference[]
  /** Returns the JSON body. */
  handle(request: GraphRequest): object
}

const ME = /^\/v1\.0\/me(?=\/|$)/

/** Creates the route of a method below `/me`, and the same one below `/users/:userId`. */
export function graphRoutes(microsoft: MicrosoftState, method: GraphMethod): Route[] {
  const { pattern } = method
  const patterns = ME.test(pattern) ? [pattern, pattern.replace(ME, '/v1.0/users/:userId')] : [pattern]
  return patterns.map((path) => graphRoute(microsoft, { ...method, pattern: path }))
}

/** Creates the route of a method. It authenticates, enforces limits, authorizes, parses the request and then handles it. */
function graphRoute(microsoft: MicrosoftState, method: GraphMethod): Route {
  const { api, pattern, preferences = [], options = [] } = method
  const handle = (request: HttpRequest): HttpResponse => {
    const fail = createFail(microsoft, request)
    const caller = resolveCaller(microsoft, api, request, fail)
    const { account, scopes, application } = caller
    if (api === 'outlook') enforceLimits(microsoft, account, request)
    if (api === 'teams') enforceTeamsLimits(microsoft, account, fail)
    authorize(method, caller, fail)
    const prefer = parsePreferences(request.headers.prefer, preferences, (name) =>
      fail('TimeZoneNotSupportedException', invalidTimeZoneMessage(name)),
    )
    const graphRequest: GraphRequest = {
      http: request,
      account,
      scopes,
      application,
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
export function createFail({ clock, settings }: MicrosoftState, request: HttpRequest): Fail {
  return (name: ErrorName, message?: string) => {
    const { innerCode, ...outer }: GraphError = ERRORS[name]
    const isOuter = innerCode !== undefined && settings.transcriptErrors === 'outer'
    const error = isOuter ? { ...outer, code: innerCode } : omitUndefined({ ...outer, innerCode })
    throw new HttpError(errorResponse(message === undefined ? error : { ...error, message }, request, clock.now()))
  }
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

/** https://learn.microsoft.com/graph/throttling-limits#microsoft-teams-service-limits */
function enforceTeamsLimits({ teamsQuota }: MicrosoftState, { tenant, personal }: MicrosoftAccount, fail: Fail): void {
  if (personal) fail('personalAccountNotSupported')
  if (!teamsQuota.spend(tenant, 1).spent) fail('teamsThrottled')
}

const SCOPE_ERRORS = {
  outlook: 'ErrorAccessDenied',
  directory: 'Authorization_RequestDenied',
  teams: 'Forbidden',
} as const satisfies Record<GraphApi, ErrorName>

function authorize(method: GraphMethod, { account, scopes }: Caller, fail: Fail): void {
  const outlook = method.api === 'outlook'
  if (!method.scopes.some((scope) => scopes.includes(scope))) {
    fail(SCOPE_ERRORS[method.api])
  }
  if (account.deleted) fail(outlook ? 'ErrorInvalidUser' : 'Request_ResourceNotFound')
  if (outlook && account.mailboxError) fail(account.mailboxError)
}

function invalidTimeZoneMessage(name: string): string {
  return `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`
}
