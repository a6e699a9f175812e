import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Context, Middleware } from 'koa'
import { parseBearer } from '../../../src/runtime/bearer.ts'
import { trustConnection } from '../../../src/runtime/connections.ts'
import { HttpError } from '../../http/errors.ts'
import { jsonBody } from '../../http/json-body.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Authenticator } from '../../sign-in/authenticator.ts'
import { Unauthenticated } from '../../sign-in/errors.ts'
import type { Tenant } from '../../storage/connections/tenants.ts'
import { formatError, GraphError } from '../errors.ts'
import { type AdmissionControl, countLoad, RATE_LIMIT_EXCEEDED } from './admission.ts'
import { checkBatchCost, checkBatchSize, runBatch } from './batch.ts'
import { type ExecuteDeps, executeWithTimeout, type Sender } from './execute.ts'
import type { GraphLimits } from './limits.ts'
import type { PreparedRequest } from './operations.ts'
import { toSender } from './sender.ts'

export interface EndpointDeps extends ExecuteDeps {
  viewers: Pick<Authenticator, 'resolveViewer'>
  admission: AdmissionControl
  limits: GraphLimits
  /** Whether every response to an authenticated request has status 200. */
  strictStatus: boolean
  metrics: Metrics
}

/** Handles `POST /api/v1/graph`: one operation, or a batch of them. */
export function graphEndpoint(deps: EndpointDeps): Middleware {
  const endpoint = new Endpoint(deps)
  // A body that is JSON but no request is an error of the request, which has status 200.
  const readBody = jsonBody({ anyValue: true })
  return async (ctx) => {
    const sender = await endpoint.authenticate(ctx)
    await readBody(ctx, () => endpoint.handle(ctx, sender))
  }
}

class Endpoint {
  readonly #deps: EndpointDeps

  constructor(deps: EndpointDeps) {
    this.#deps = deps
  }

  /** Runs before the body is read, so that unauthenticated requests cost little. Throws Unauthenticated, HttpError. */
  async authenticate(ctx: Context): Promise<Sender> {
    if (ctx.method !== 'POST') {
      throw new HttpError(405, 'method-not-allowed', 'Send a POST request.', { headers: { Allow: 'POST' } })
    }
    const token = parseBearer(ctx.get('Authorization'))
    if (token === undefined) this.#admitAnonymous(ctx)
    const viewer = await this.#resolveViewer(ctx, token)
    trustConnection(ctx.req)
    ctx.state.tenantId = viewer.tenantId
    return toSender({ header: (name) => ctx.get(name), requestId: ctx.state.requestId }, viewer)
  }

  /** Invalid tokens are counted like missing ones: verifying signatures must not be free for those who forge them. */
  async #resolveViewer(ctx: Context, token: string | undefined): Promise<Tenant> {
    try {
      return await this.#deps.viewers.resolveViewer(token)
    } catch (error) {
      const isInvalid = error instanceof Unauthenticated && error.code === 'UNAUTHENTICATED_TOKEN_INVALID'
      if (isInvalid) this.#admitAnonymous(ctx)
      throw error
    }
  }

  async handle(ctx: Context, sender: Sender): Promise<void> {
    const { body } = ctx.request
    const type = this.#deps.strictStatus ? 'application/json' : acceptedType(ctx.get('Accept'))
    const refusal = Array.isArray(body) ? checkBatchSize(body.length, this.#deps.limits) : undefined
    if (refusal) return write(ctx, type, [this.#refuse([refusal], sender)])
    const prepared = (Array.isArray(body) ? body : [body]).map((request) =>
      this.#deps.admission.operations.prepare(request),
    )
    ctx.state.operations = prepared.map(nameOf).join(' ')
    const excess = checkBatchCost(prepared, this.#deps.limits) ?? this.#overRate(ctx, prepared, sender)
    if (excess) return write(ctx, type, [this.#refuse([excess], sender)])
    const run = (request: PreparedRequest) => this.#run(request, sender)
    const results = await runBatch(prepared, this.#deps.limits.parallel, run)
    write(ctx, type, results, Array.isArray(body))
  }

  async #run(prepared: PreparedRequest, sender: Sender): Promise<ExecutionResult> {
    if ('errors' in prepared) return this.#refuse(prepared.errors, sender)
    const { metrics } = this.#deps
    const { operation } = prepared.operation
    if (operation === 'subscription') {
      const message = 'Subscriptions are not supported over HTTP; use the WebSocket.'
      return this.#refuse([new GraphError('OPERATION_RESOLUTION_FAILURE', message)], sender)
    }
    const result = await executeWithTimeout(this.#deps, prepared, sender)
    metrics.countOperation(operation, String(result.errors?.[0]?.extensions.code ?? ''))
    return result
  }

  #refuse(errors: readonly GraphQLError[], { requestId }: Sender): ExecutionResult {
    const { log, metrics } = this.#deps
    const formatted = errors.map((error) => formatError(error, requestId, log))
    metrics.countOperation('refused', String(formatted[0]?.extensions.code ?? ''))
    return { errors: formatted }
  }

  #overRate(ctx: Context, prepared: readonly PreparedRequest[], { viewer }: Sender): GraphError | undefined {
    const { allowed, headers } = this.#deps.admission.rates.admit(
      viewer.tenantId,
      countLoad(prepared),
      this.#deps.graph.now(),
    )
    ctx.set(headers)
    return allowed ? undefined : RATE_LIMIT_EXCEEDED
  }

  #admitAnonymous(ctx: Context): void {
    const { allowed, headers } = this.#deps.admission.rates.admitAnonymous(ctx.ip, this.#deps.graph.now())
    if (allowed) return
    throw new HttpError(200, 'rate-limited', RATE_LIMIT_EXCEEDED.message, { headers })
  }
}

type ResponseType = 'application/json' | 'application/graphql-response+json'

/**
 * Common clients accept both media types and expect status 200 with errors, so graphql-response+json is used only when it
 * is the sole acceptable type. Never responds with 406: the operation has already run.
 */
function acceptedType(header: string): ResponseType {
  const acceptsResponseJson = /application\/graphql-response\+json/i.test(header)
  const isSole = acceptsResponseJson && !/application\/(json|\*)|\*\/\*/i.test(header)
  return isSole ? 'application/graphql-response+json' : 'application/json'
}

function nameOf(prepared: PreparedRequest): string {
  return 'errors' in prepared
    ? 'refused'
    : (prepared.operation.name?.value.slice(0, 60) ?? prepared.operation.operation)
}

/**
 * Writes results as GraphQL over HTTP requires: with graphql-response+json, the status of a result without data, which is an
 * error of the request, is 400. A batch is a list in the same order with status 200; errors are in its items.
 */
function write(ctx: Context, type: ResponseType, results: readonly ExecutionResult[], isBatch = false): void {
  const [first] = results
  const isRefused = !isBatch && first?.data === undefined
  ctx.status = isRefused && type === 'application/graphql-response+json' ? 400 : 200
  ctx.set('Content-Type', `${type}; charset=utf-8`)
  ctx.body = JSON.stringify(isBatch ? results : first)
}
