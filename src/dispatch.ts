import type { Context } from 'koa'
import type { Credential } from './contract/index.ts'
import type { Hub } from './hub.ts'
import type { Application, Call, Handler, Settings } from './kit/application.ts'
import { Budget } from './kit/budget.ts'
import { ProviderError, ValidationError } from './kit/errors.ts'
import { Meter } from './kit/meter.ts'
import type { ServedApplication } from './registry.ts'
import { holdSecret } from './runtime/secret.ts'

/** The members of a valid request body that dispatch reads. */
interface Body {
  application?: string
  connectedProvider?: Connection
  credential?: Credential
  functionName?: string
  templateConnectedProvider?: Connection
  outputConnectedProvider?: Connection
}
interface Connection {
  connectionId: string
  application: string
  credential: Credential
}

/** Responds to a valid request: resolves to the body of the response, or to undefined if the context has it already. */
export type Responder = (ctx: Context, hub: Hub) => Promise<unknown>

/** Finds the handler of a capability in an application; undefined if the application does not have the capability. */
export type FindHandler = (application: Application) => Handler<never, unknown, Settings> | undefined

/** Calls the handler of the application that the connection belongs to. `capability` is its label in error messages. */
export function byApplication(
  capability: string,
  find: FindHandler,
  toBody: (result: never) => unknown = identity,
): Responder {
  return async (ctx, hub) => {
    const served = hub.registry.get(readApplication(ctx))
    const handler = requireHandler(served, capability, find)
    return toBody((await callHandler(handler, ctx, hub, served)) as never)
  }
}

/** Calls the handler of the application that has the named function. */
export function byFunctionName(
  operation: 'inputs' | 'execute',
  toBody: (result: never) => unknown = identity,
): Responder {
  return async (ctx, hub) => {
    const { functionName } = ctx.request.body as { functionName: string }
    for (const { application } of connectionsOf(ctx.request.body)) hub.registry.get(application)
    const served = hub.registry.getByFunction(functionName)
    const handler = served.application.functions?.[functionName]?.[operation] as Handler<unknown, unknown, Settings>
    return toBody((await callHandler(handler, ctx, hub, served)) as never)
  }
}

async function callHandler(
  handler: Handler<unknown, unknown, Settings>,
  ctx: Context,
  hub: Hub,
  served: ServedApplication,
): Promise<unknown> {
  const call = createCall(ctx, hub, served)
  try {
    return await handler(ctx.request.body, call)
  } finally {
    call.budget.release()
  }
}

/** Like `byApplication`, but requires one result per input: the platform matches them by position. */
export function batchByApplication(
  capability: string,
  find: FindHandler,
  inputsOf: (body: never) => unknown[],
): Responder {
  const respond = byApplication(capability, find)
  return async (ctx, hub) => {
    const result = await respond(ctx, hub)
    const results = Array.isArray(result) ? result : ((result as { records?: unknown[] }).records ?? [])
    const inputs = inputsOf(ctx.request.body as never)
    if (results.length !== inputs.length) {
      throw new Error(
        `${capability} of ${readApplication(ctx)} returned ${results.length} results for ${inputs.length} inputs`,
      )
    }
    return result
  }
}

/** Requires the vendor's per-tenant URL, which routes that write need. */
export function needsInstanceUrl(ctx: Context): void {
  const { connectedProvider } = ctx.request.body as Body
  if (connectedProvider?.credential.instanceUrl) return
  throw ValidationError.at('#/connectedProvider/credential/instanceUrl', 'is required for this route.')
}

/** Requires a connection, which the schema of the request leaves optional. */
export function needsConnection(ctx: Context): void {
  if ((ctx.request.body as Body).connectedProvider) return
  throw ValidationError.at('#/connectedProvider', 'is required: a query runs with the credential of a connection.')
}

/** Requires path and body to name the same application. The body may omit it. */
export function matchesPath(ctx: Context): void {
  const { application } = ctx.params
  const { connectedProvider } = ctx.request.body as Body
  if (connectedProvider) connectedProvider.application ??= application
  if (connectedProvider?.application === application) return
  throw ValidationError.at('#/connectedProvider/application', `must be "${application}", as in the path.`)
}

/** Creates the context of a handler call and records it in `ctx.state` for log and metrics. */
export function createCall(ctx: Context, hub: Hub, served: ServedApplication): Call {
  const { config, registry, clock, keys, processMemory, log } = hub
  ctx.state.application = served.application.name
  ctx.state.meter = new Meter()
  return {
    provider: registry.definition.name,
    application: served.application.name,
    settings: served.settings,
    baseUrl: config.baseUrl,
    budget: new Budget(Math.min(config.vendorBudgetMs, timeUntilDeadline(ctx, clock())), clock, disconnectSignal(ctx)),
    meter: ctx.state.meter,
    keys,
    memory: processMemory,
    clock,
    log: log.child({ requestId: ctx.state.requestId, application: served.application.name }),
  }
}

/** Time reserved for sending the response if the caller sets a deadline. */
const RESPONSE_MARGIN_MS = 1_000

/**
 * Milliseconds until the deadline that a caller may set (`x-request-deadline`, epoch ms). One that has passed on arrival
 * is ignored: the clocks differ, and a caller that has given up has disconnected.
 */
function timeUntilDeadline(ctx: Context, now: number): number {
  const deadline = Number(ctx.get('x-request-deadline') || Number.NaN)
  if (!Number.isFinite(deadline) || deadline <= now) return Number.POSITIVE_INFINITY
  return Math.max(1, deadline - now - RESPONSE_MARGIN_MS)
}

/** Aborts a sync when its caller disconnects. Sign-ins and writes are completed nevertheless. */
function disconnectSignal(ctx: Context): AbortSignal | undefined {
  if (!ctx.path.startsWith('/sync/')) return undefined
  const controller = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Marks the tokens of a request as secrets while it is handled, so that the log never shows them. */
export function holdCredentials(body: unknown): void {
  const { credential } = body as Body
  const credentials = [credential, ...connectionsOf(body).map((connection) => connection.credential)]
  for (const token of credentials.flatMap((value) => [value?.accessToken, value?.refreshToken])) holdSecret(token)
}

/** The connections in a body: one, or the two of a function. */
function connectionsOf(body: unknown): Connection[] {
  const { connectedProvider, templateConnectedProvider, outputConnectedProvider } = body as Body
  const connections = [connectedProvider, templateConnectedProvider, outputConnectedProvider]
  return connections.filter((connection) => connection !== undefined)
}

/** The name of the application in a body. Records the connection in `ctx.state`. */
function readApplication(ctx: Context): string {
  const { connectedProvider, application } = ctx.request.body as Body
  ctx.state.connectionId = connectedProvider?.connectionId
  return connectedProvider?.application ?? application ?? ''
}

function requireHandler(
  served: ServedApplication,
  capability: string,
  find: FindHandler,
): Handler<unknown, unknown, Settings> {
  const handler = find(served.application)
  if (handler) return handler as Handler<unknown, unknown, Settings>
  throw new ProviderError(404, 'not-found', `The application "${served.application.name}" has no ${capability}.`)
}

function identity(result: unknown): unknown {
  return result
}

/** The tags of a request; none if it has a single `tag`, to which the response is a single tag. */
export function tagsOf(body: { tag?: unknown; tags?: unknown[] }): unknown[] {
  return body.tags ?? []
}
