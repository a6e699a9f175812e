import type { Answer } from '../core/answers.ts'
import { bearerOf, type Call } from '../core/call.ts'
import type { AccessToken } from '../core/grants.ts'
import { Refusal } from '../core/origin.ts'
import type { Route } from '../core/router.ts'
import type { MicrosoftAccount } from './account.ts'
import { errorAnswer, type GraphError, graphAnswer } from './error-form.ts'
import { ERRORS, type ErrorName } from './errors.ts'
import type { Microsoft } from './microsoft.ts'
import { type Preference, readPreferences } from './preferences.ts'
import { type OptionName, readOptions } from './query/options.ts'
import type { Visit } from './visit.ts'

/** One method of Graph, as the route table names it; all of them are read with GET. */
export interface GraphMethod {
  pattern: string
  /** `outlook` is what lies in the mailbox: rationed, and absent for whoever has none. */
  api: 'outlook' | 'directory'
  /** Any of these will do. */
  scopes: readonly string[]
  options?: readonly OptionName[]
  honours?: readonly Preference[]
  /** Returns the JSON body. */
  handle(visit: Visit): object
}

/** The route of a method: who calls, has the mailbox room for him, may he, is what he asks well-formed; then the method. */
export function graphRoute(microsoft: Microsoft, method: GraphMethod): Route {
  const { api, pattern, honours = [], options = [] } = method
  const handle = (call: Call): Answer => {
    const refuse = refuser(microsoft, call)
    const access = authenticate(microsoft, call, refuse)
    const account = microsoft.account(access.grant.account)
    if (api === 'outlook') ration(microsoft, account, call)
    authorize(method, access, account, refuse)
    const prefer = readPreferences(call.headers.prefer, honours, (name) =>
      refuse('TimeZoneNotSupportedException', zoneRefused(name)),
    )
    const visit: Visit = {
      call,
      account,
      scopes: access.scopes,
      options: readOptions(call, options, refuse),
      prefer,
      refuse,
    }
    const applied = prefer.applied.length > 0 ? { 'preference-applied': prefer.applied.join(', ') } : {}
    return graphAnswer(method.handle(visit), call, applied)
  }
  return { method: 'GET', pattern, api, handle }
}

/** Leaves with an error of Graph's table. */
export function refuser({ clock }: Microsoft, call: Call): Visit['refuse'] {
  return (name: ErrorName, message?: string) => {
    const error: GraphError = ERRORS[name]
    throw new Refusal(errorAnswer(message === undefined ? error : { ...error, message }, call, clock.now()))
  }
}

/** The live token the call carries; or why it carries none, in the words that its look deserves. */
export function authenticate({ oauth, accounts }: Microsoft, call: Call, refuse: Visit['refuse']): AccessToken {
  const text = bearerOf(call)
  if (text === undefined) return refuse('tokenMissing')
  const access = oauth.grants.inspect(text)
  if (access) return access
  const grant = oauth.grants.grantOf(text)
  if (grant?.revoked) return refuse('continuousAccess')
  if (grant) return refuse(accounts.get(grant.account)?.personal ? 'tokenExpiredPersonal' : 'tokenExpired')
  return refuse(text.includes('.') ? 'tokenUnknown' : 'tokenWithoutDots')
}

/** https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits */
function ration({ settings, quota, quotaNow, clock }: Microsoft, { email }: MicrosoftAccount, call: Call): void {
  const wait = (error: GraphError, seconds: number) => {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
    throw new Refusal(errorAnswer({ ...error, headers }, call, clock.now()))
  }
  if (call.inFlight > settings.mailboxConcurrency) wait(ERRORS.ApplicationThrottled, settings.retryAfterSeconds)
  const spending = quota.spend(email, 1)
  if (!spending.spent) wait(ERRORS.TooManyRequests, (spending.retryAt - quotaNow()) / 1000)
  call.units += 1
}

function authorize(method: GraphMethod, access: AccessToken, account: MicrosoftAccount, refuse: Visit['refuse']): void {
  const outlook = method.api === 'outlook'
  if (!method.scopes.some((scope) => access.scopes.includes(scope))) {
    refuse(outlook ? 'ErrorAccessDenied' : 'Authorization_RequestDenied')
  }
  if (outlook && account.mailboxError) refuse(account.mailboxError)
}

function zoneRefused(name: string): string {
  return `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`
}
