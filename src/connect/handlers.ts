import type { Context } from 'koa'
import {
  AuthConnectResult,
  acceptAliases,
  ConnectedProviderRegistration,
  type ConnectMethod,
  ConnectQuery,
} from '../contract/index.ts'
import { createCall, type Responder } from '../dispatch.ts'
import type { Hub } from '../hub.ts'
import type { Auth, Call, Settings } from '../kit/application.ts'
import { ProviderError, ValidationError } from '../kit/errors.ts'
import { ADMIN_CONSENT } from '../kit/oauth/admin-consent.ts'
import { describeErrors, validate } from '../middleware/validate.ts'
import type { ServedApplication } from '../registry.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { holdSecret } from '../runtime/secret.ts'
import { withErrorPage } from './error-page.ts'
import { setPageHeaders } from './html.ts'
import { sendApprovalPage, sendFormPage, sendSuccessPage } from './pages.ts'
import { register } from './registration.ts'
import { methodsOf, readState } from './state.ts'

/** GET /auth/connect: redirects the user to the vendor, or shows the application's own form. */
export const connect: Responder = (ctx, hub) => withErrorPage(ctx, hub, () => beginConnection(ctx, hub))

/** GET or POST /auth/callback: the user returns from the vendor. Registers the connection and closes the popup. */
export const callback: Responder = (ctx, hub) => withErrorPage(ctx, hub, () => finishConnection(ctx, hub))

async function beginConnection(ctx: Context, hub: Hub): Promise<void> {
  const parameters = acceptAliases(ConnectQuery, readQuery(ctx)) as Record<string, string>
  const query = validate<ConnectQuery>(ConnectQuery, withDefaultApplication(parameters, hub))
  const served = hub.registry.get(query.application)
  const state = `${query.connectionId}.${query.application}`
  const call = createCall(ctx, hub, served)
  ctx.state.connectionId = query.connectionId
  const nonce = hub.attempts.createNonce()
  const method = toMethod(query, served, hub)
  const result = requireWay(served, await requireAuth(served).connect({ ...query, method, state, nonce }, call))
  await hub.attempts.begin(ctx, state, nonce)
  if (result.type === 'html') return sendFormPage(ctx, result.html)
  setPageHeaders(ctx)
  ctx.status = 302
  ctx.redirect(result.url)
}

async function finishConnection(ctx: Context, hub: Hub): Promise<void> {
  // A link preview sends HEAD, which must not use up the code of the user who opens the link afterwards.
  if (ctx.method === 'HEAD') throw new ProviderError(405, 'method-not-allowed', 'Open this address in a browser.')
  const parameters = { ...readQuery(ctx), ...takeForm(ctx) }
  const code = hub.sealedKeys.take(ctx, parameters.code)
  holdSecret(code)
  const { state, served, connectionId } = readState(parameters.state, hub)
  if (connectionId === ADMIN_CONSENT) return finishAdminConsent(ctx, hub, served, parameters)
  ctx.state.connectionId = connectionId
  const attempt = await hub.attempts.verify(ctx, state, code)
  const call = createCall(ctx, hub, served)
  const { credential } = await requireAuth(served).callback(
    {
      connectionId,
      application: served.application.name,
      state,
      parameters: { ...parameters, ...omitUndefined({ code }) },
      ...omitUndefined({ nonce: attempt.nonce }),
    },
    call,
  )
  const registration = requireComplete({ connectionId, credential })
  await requirePermissions(served, registration, call)
  await register(registration, served.application.name, hub)
  hub.attempts.finish(attempt)
  sendSuccessPage(ctx, hub, served, registration)
}

/** An administrator returns, who has approved the application and connects nothing: there is no attempt to verify. */
async function finishAdminConsent(
  ctx: Context,
  hub: Hub,
  served: ServedApplication,
  parameters: Record<string, string>,
): Promise<void> {
  const { adminConsent } = requireAuth(served)
  if (!adminConsent) throw new ValidationError('This application needs no approval by an administrator.')
  await adminConsent(parameters, createCall(ctx, hub, served))
  sendApprovalPage(ctx, hub, served)
}

/** The requested method. Throws ValidationError if the application has another one only. */
function toMethod({ method }: ConnectQuery, served: ServedApplication, hub: Hub): ConnectMethod {
  const methods = methodsOf(served, hub)
  if (method === undefined || methods.includes(method)) return method ?? methods[0]
  throw ValidationError.at(
    '#/method',
    `must be ${methods.join(' or ')} for the application "${served.application.name}".`,
  )
}

/** Another type would otherwise become a redirect to nowhere. */
function requireWay({ application }: ServedApplication, result: AuthConnectResult): AuthConnectResult {
  const [error] = describeErrors(AuthConnectResult, result)
  if (!error) return result
  const { name } = application
  throw new Error(`auth.connect of ${name} returned neither a redirect nor a form: ${error.pointer} ${error.detail}`)
}

/** A credential that violates the contract would otherwise fail later, at the platform, where the cause is hard to find. */
function requireComplete(registration: ConnectedProviderRegistration): ConnectedProviderRegistration {
  const [error] = describeErrors(ConnectedProviderRegistration, registration)
  if (error) throw new Error(`the callback returned an incomplete registration: ${error.pointer} ${error.detail}`)
  return registration
}

/** Step 3 of the connect flow: an application with a check runs it before anything is registered. */
async function requirePermissions(
  served: ServedApplication,
  { credential }: ConnectedProviderRegistration,
  call: Call,
): Promise<void> {
  holdSecret(credential.accessToken)
  holdSecret(credential.refreshToken)
  const result = await served.application.auth?.check?.({ application: served.application.name, credential }, call)
  if (result?.status === 'scope_required') throw new ProviderError(403, 'scope-required', result.message)
}

function requireAuth({ application }: ServedApplication): Auth<Settings> {
  if (application.auth) return application.auth
  throw new ProviderError(404, 'not-found', `The application "${application.name}" has no sign-in.`)
}

/** `application` is optional if the provider has a single application. */
function withDefaultApplication(query: Record<string, string>, { registry }: Hub): Record<string, string> {
  const [first, ...further] = registry.applications
  return first && further.length === 0 ? { application: first.application.name, ...query } : query
}

function readQuery(ctx: Context): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(ctx.querystring))
}

/** Takes the posted form out of the context, because the log shows the body at level trace: it may hold a key. */
function takeForm(ctx: Context): Record<string, string> {
  const entries = Object.entries((ctx.request.body ?? {}) as Record<string, unknown>)
  ctx.request.body = undefined
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
