import type { Context } from 'koa'
import { acceptAliases, CallbackQuery, ConnectedProviderRegistration, ConnectQuery } from '../contract/index.ts'
import { type Responder, startCall } from '../dispatch.ts'
import type { Hub } from '../hub.ts'
import type { Auth, Call, Settings } from '../kit/application.ts'
import { ProviderError, ValidationError } from '../kit/errors.ts'
import { toProviderError } from '../middleware/problems.ts'
import { describeErrors, validate } from '../middleware/validate.ts'
import type { Served } from '../registry.ts'
import { holdSecret } from '../runtime/secret.ts'
import { Connections } from './attempts.ts'
import { errorPage, formPage, pageHeaders, successPage } from './pages.ts'
import { register } from './registration.ts'

/** GET /auth/connect: sends the person on to the vendor, or shows the application's own form. */
export const answerConnect: Responder = (ctx, hub) => orErrorPage(ctx, hub, () => beginConnection(ctx, hub))

/** GET or POST /auth/callback: the person is back; finishes the connection and closes the popup. */
export const answerCallback: Responder = (ctx, hub) => orErrorPage(ctx, hub, () => finishConnection(ctx, hub))

async function beginConnection(ctx: Context, hub: Hub): Promise<void> {
  const asked = acceptAliases(ConnectQuery, readQuery(ctx)) as Record<string, string>
  const query = validate<ConnectQuery>(ConnectQuery, withOnlyApplication(asked, hub))
  const served = hub.registry.find(query.application)
  const state = `${query.connectionId}.${query.application}`
  const call = startCall(ctx, hub, served)
  ctx.state.connectionId = query.connectionId
  const result = await requireAuth(served).connect({ ...query, state }, call)
  await new Connections(hub).begin(ctx, state)
  if (result.type === 'html') return formPage(ctx, result.html)
  pageHeaders(ctx)
  ctx.status = 302
  ctx.redirect(result.url)
}

async function finishConnection(ctx: Context, hub: Hub): Promise<void> {
  // Whoever only looks at an address must not spend the code of the person who comes after.
  if (ctx.method === 'HEAD') throw new ProviderError(405, 'method-not-allowed', 'This address is for opening.')
  const parameters = { ...readQuery(ctx), ...readForm(ctx) }
  holdSecret(parameters.code)
  const { state } = validate<CallbackQuery>(CallbackQuery, parameters)
  const { served, connectionId } = readState(state, hub)
  ctx.state.connectionId = connectionId
  const connections = new Connections(hub)
  const connecting = await connections.require(ctx, state, parameters.code)
  const call = startCall(ctx, hub, served)
  const { credential } = await requireAuth(served).callback(
    { connectionId, application: served.application.name, state, parameters },
    call,
  )
  const registration = requireComplete({ connectionId, credential })
  await requirePermissions(served, registration, call)
  await register(registration, hub)
  connections.finish(connecting)
  successPage(ctx, hub, served, connectionId)
}

/** A credential that breaks the contract would only fail later, at the platform, where nobody can say why. */
function requireComplete(registration: ConnectedProviderRegistration): ConnectedProviderRegistration {
  const [error] = describeErrors(ConnectedProviderRegistration, registration)
  if (error) throw new Error(`the callback gave an incomplete registration: ${error.pointer} ${error.detail}`)
  return registration
}

/** Step 3 of the connect flow: an application that can check does so before anything is registered. */
async function requirePermissions(
  served: Served,
  { credential }: ConnectedProviderRegistration,
  call: Call,
): Promise<void> {
  holdSecret(credential.accessToken)
  holdSecret(credential.refreshToken)
  const result = await served.application.auth?.check?.({ application: served.application.name, credential }, call)
  if (result?.status === 'scope_required') throw new ProviderError(403, 'scope-required', result.message)
}

/** Splits at the last dot: names of applications hold none, ids of connections may. */
function readState(state: string, hub: Hub): { served: Served; connectionId: string } {
  const dot = state.lastIndexOf('.')
  if (dot < 1) throw new ValidationError('This sign-in has no connection to return to. Start the connection again.')
  return { served: hub.registry.find(state.slice(dot + 1)), connectionId: state.slice(0, dot) }
}

function requireAuth({ application }: Served): Auth<Settings> {
  if (application.auth) return application.auth
  throw new ProviderError(404, 'not-found', `The application "${application.name}" has no sign-in.`)
}

/** A provider with one application needs no name for it. */
function withOnlyApplication(query: Record<string, string>, { registry }: Hub): Record<string, string> {
  const [only, ...others] = registry.applications
  return only && others.length === 0 ? { application: only.application.name, ...query } : query
}

function readQuery(ctx: Context): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(ctx.querystring))
}

function readForm(ctx: Context): Record<string, string> {
  const entries = Object.entries((ctx.request.body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** People meet these two routes, so whatever goes wrong is told as a page. */
async function orErrorPage(ctx: Context, hub: Hub, work: () => Promise<void>): Promise<undefined> {
  try {
    await work()
  } catch (thrown) {
    errorPage(ctx, hub, toProviderError(thrown))
  }
  return undefined
}
