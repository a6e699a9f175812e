import { type Answer, json } from '../core/answers.ts'
import { bearerOf, type Call } from '../core/call.ts'
import { Refusal } from '../core/origin.ts'
import type { Route } from '../core/router.ts'
import type { GoogleAccount } from './account.ts'
import { API_HEADERS, errorAnswer, errorInfo, type Service } from './error-form.ts'
import { CONSUMER, namedError, refuse, refuseParameter, retryAfterError } from './errors.ts'
import { selectFields } from './fields.ts'
import type { Google } from './google.ts'
import { checkNames } from './parameters.ts'

/** One method of an API, as the route table names it. */
export interface ApiMethod {
  service: Service
  pattern: string
  /** The method's name behind the scenes, which scope errors quote. */
  rpc: string
  /** Any of these will do. */
  scopes: readonly string[]
  /** What a call costs: Gmail units, or one Calendar request. */
  units: number
  /** The query parameters it knows. Only Gmail minds others. */
  parameters: readonly string[]
  /** Returns the JSON body. */
  handle(account: GoogleAccount, call: Call): unknown
}

/** The route of a method: who calls, may he, has the service room for him; then the method itself. */
export function apiRoute(google: Google, method: ApiMethod): Route {
  const handle = (call: Call): Answer => {
    const account = authorize(google, method, call)
    if (method.service === 'gmail' && !account.hasMail) refuse('mailNotEnabled', call)
    if (method.service === 'calendar' && !account.hasCalendar) refuse('notACalendarUser', call)
    ration(google, method, account, call)
    if (method.service === 'gmail') checkNames(call, method.parameters)
    return json(masked(method.handle(account, call), call), 200, { ...API_HEADERS })
  }
  return { method: 'GET', pattern: method.pattern, api: method.service, handle }
}

function authorize(google: Google, method: ApiMethod, call: Call): GoogleAccount {
  const token = bearerOf(call)
  const access = google.oauth.grants.inspect(token ?? '')
  if (!access) return refuse(token === undefined ? 'required' : 'authError', call)
  if (!method.scopes.some((scope) => access.scopes.includes(scope))) throw new Refusal(scopeMissing(method))
  return google.account(access.grant.account)
}

function scopeMissing({ service, rpc, scopes }: ApiMethod): Answer {
  const metadata = {
    service: service === 'gmail' ? 'gmail.googleapis.com' : 'calendar-json.googleapis.com',
    method: rpc,
  }
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
  return errorAnswer(error, service)
}

/** Concurrency first: a call that is turned away for it costs nothing. */
function ration(
  { settings, quotas }: Google,
  { service, units }: ApiMethod,
  { email }: GoogleAccount,
  call: Call,
): void {
  if (service === 'gmail' && call.inFlight > settings.gmailConcurrency) {
    refuse('tooManyConcurrentRequests', call)
  }
  const spending = quotas[service].spend(email, units)
  if (!spending.spent) throw new Refusal(quotaSpent(service, settings.quotaForm, spending.retryAt))
  call.units += units
}

function quotaSpent(service: Service, form: Google['settings']['quotaForm'], retryAt: number): Answer {
  if (form === 'too-many-requests') return namedError('resourceExhausted', service)
  if (form === 'retry-after') return retryAfterError(service, retryAt)
  const limit = `limit 'Queries per minute per user' of service '${service}.googleapis.com' for consumer '${CONSUMER}'`
  const message = `Quota exceeded for quota metric 'Queries' and ${limit}.`
  return errorAnswer({ code: 403, reason: 'rateLimitExceeded', domain: 'usageLimits', message }, service)
}

function masked(body: unknown, call: Call): unknown {
  const fields = call.url.searchParams.get('fields')
  if (!fields) return body
  try {
    return selectFields(body, fields)
  } catch (error) {
    return refuseParameter(call, 'fields', (error as Error).message)
  }
}
