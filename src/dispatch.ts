import type { Context } from 'koa'
import type { Credential } from './contract/index.ts'
import type { Hub } from './hub.ts'
import type { Application, Call, Handler, Settings } from './kit/application.ts'
import { Budget } from './kit/budget.ts'
import { ProviderError, ValidationError } from './kit/errors.ts'
import { Meter } from './kit/meter.ts'
import type { Served } from './registry.ts'
import { holdSecret } from './runtime/secret.ts'

/** A request body after validation, as far as dispatch looks at it. */
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

/** Answers a validated request: finds who serves it, calls the handler, gives the answer its documented form. */
export type Responder = (ctx: Context, hub: Hub) => Promise<unknown>

/** How a capability is found in an application; its name is for the sentence that says that it is not there. */
export type Find = (application: Application) => Handler<never, unknown, Settings> | undefined

/** Served by the application that the connection belongs to. */
export function byApplication(capability: string, find: Find, shape: (answer: never) => unknown = same): Responder {
  return async (ctx, hub) => {
    const served = hub.registry.find(applicationOf(ctx))
    const handler = requireHandler(served, capability, find)
    return shape((await handler(ctx.request.body as never, startCall(ctx, hub, served))) as never)
  }
}

/** Served by whichever application offers the function that is named. */
export function byFunctionName(part: 'inputs' | 'execute', shape: (answer: never) => unknown = same): Responder {
  return async (ctx, hub) => {
    const { functionName } = ctx.request.body as { functionName: string }
    for (const { application } of connectionsOf(ctx.request.body)) hub.registry.find(application)
    const served = hub.registry.findFunction(functionName)
    const handler = served.application.functions?.[functionName]?.[part] as Handler<unknown, unknown, Settings>
    return shape((await handler(ctx.request.body, startCall(ctx, hub, served))) as never)
  }
}

/** An array answer must have as many members as the request, in its order: the platform matches by position. */
export function sameLength(capability: string, find: Find, sent: (body: never) => unknown[]): Responder {
  const answer = byApplication(capability, find)
  return async (ctx, hub) => {
    const result = await answer(ctx, hub)
    const given = Array.isArray(result) ? result : ((result as { records?: unknown[] }).records ?? [])
    if (given.length !== sent(ctx.request.body as never).length) {
      throw new Error(
        `${capability} of ${applicationOf(ctx)} answered ${given.length} outcomes for another number of inputs`,
      )
    }
    return result
  }
}

/** Routes that write need the vendor host of the tenant. */
export function needsInstanceUrl(ctx: Context): void {
  const { connectedProvider } = ctx.request.body as Body
  if (connectedProvider?.credential.instanceUrl) return
  throw ValidationError.at('#/connectedProvider/credential/instanceUrl', 'is required for this route.')
}

/** A connection is needed although its absence is well-formed. */
export function needsConnection(ctx: Context): void {
  if ((ctx.request.body as Body).connectedProvider) return
  throw ValidationError.at('#/connectedProvider', 'is required: a query runs with the credential of a connection.')
}

/** The path and the body of a link request must name the same application; the path alone is enough. */
export function matchesPath(ctx: Context): void {
  const { application } = ctx.params
  const { connectedProvider } = ctx.request.body as Body
  if (connectedProvider) connectedProvider.application ??= application
  if (connectedProvider?.application === application) return
  throw ValidationError.at('#/connectedProvider/application', `must be "${application}", as in the path.`)
}

/** What a handler is given beside its request. */
export function startCall(ctx: Context, hub: Hub, served: Served): Call {
  const { config, registry, clock, keys, log } = hub
  ctx.state.application = served.application.name
  ctx.state.meter = new Meter()
  return {
    provider: registry.definition.name,
    application: served.application.name,
    settings: served.settings,
    baseUrl: config.baseUrl,
    budget: new Budget(Math.min(config.vendorBudgetMs, timeAllowed(ctx, clock())), clock, goneCaller(ctx)),
    meter: ctx.state.meter,
    keys,
    clock,
    log: log.child({ requestId: ctx.state.requestId, application: served.application.name }),
  }
}

/** Time kept for sending the answer when the caller names a deadline (ms). */
const ANSWER_MS = 1_000

/** A caller may say until when it waits: `x-request-deadline`, epoch ms. */
function timeAllowed(ctx: Context, now: number): number {
  const deadline = Number(ctx.get('x-request-deadline') || Number.NaN)
  return Number.isFinite(deadline) ? Math.max(1, deadline - now - ANSWER_MS) : Number.POSITIVE_INFINITY
}

/** Ends a read whose caller has hung up: nobody would get what it brings. Sign-ins and writes are finished all the same. */
function goneCaller(ctx: Context): AbortSignal | undefined {
  if (!ctx.path.startsWith('/sync/')) return undefined
  const gone = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Remembers the tokens of a request while it is handled, so that no log line can show one. */
export function holdCredentials(body: unknown): void {
  const { credential } = body as Body
  for (const held of [credential, ...connectionsOf(body).map((connection) => connection.credential)]) {
    holdSecret(held?.accessToken)
    holdSecret(held?.refreshToken)
  }
}

/** The connections of a body: one, or a function's two. */
function connectionsOf(body: unknown): Connection[] {
  const { connectedProvider, templateConnectedProvider, outputConnectedProvider } = body as Body
  return [connectedProvider, templateConnectedProvider, outputConnectedProvider].filter((one) => one !== undefined)
}

function applicationOf(ctx: Context): string {
  const { connectedProvider, application } = ctx.request.body as Body
  ctx.state.connectionId = connectedProvider?.connectionId
  return connectedProvider?.application ?? application ?? ''
}

function requireHandler(served: Served, capability: string, find: Find): Handler<unknown, unknown, Settings> {
  const handler = find(served.application)
  if (handler) return handler as Handler<unknown, unknown, Settings>
  throw new ProviderError(404, 'not-found', `The application "${served.application.name}" has no ${capability}.`)
}

function same(answer: unknown): unknown {
  return answer
}

/** One tag in, one tag out; a list in, a list out. */
export function tagsSent(body: { tag?: unknown; tags?: unknown[] }): unknown[] {
  return body.tags ?? []
}
