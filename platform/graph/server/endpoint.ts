import type { ExecutionResult, GraphQLError } from 'graphql'
import { createHandler, type Response } from 'graphql-http'
import type { Context, Middleware } from 'koa'
import { HttpError } from '../../http/http-error.ts'
import { jsonBody } from '../../http/json-body.ts'
import { bearerToken } from '../../http/key-auth.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import { formatError, GraphError } from '../errors.ts'
import { type AdmissionControl, countLoad, RATE_LIMIT_EXCEEDED } from './admission.ts'
import { refuseBatch, refuseCostly, runInOrder } from './batch.ts'
import { type ExecuteDeps, executeWithTimeout, type Sender } from './execute.ts'
import type { GraphLimits } from './limits.ts'
import type { PreparedRequest } from './operations.ts'
import { toSender } from './sender.ts'

export interface EndpointDeps extends ExecuteDeps {
  viewers: Pick<Viewers, 'of'>
  admission: AdmissionControl
  limits: GraphLimits
  metrics: Metrics
}

/** `POST /api/v1/graph`: one operation, or a list of them. */
export function graphEndpoint(parts: EndpointDeps): Middleware {
  const endpoint = new Endpoint(parts)
  const readBody = jsonBody()
  return async (ctx) => {
    const sender = await endpoint.authenticate(ctx)
    await readBody(ctx, () => endpoint.answer(ctx, sender))
  }
}

/** GraphQL over HTTP by its reference implementation, which is handed operations that were looked at before. */
const respond = createHandler<undefined, { errors: readonly GraphQLError[] } | { result: ExecutionResult }>({
  parseRequestParams: () => ({ query: '' }),
  onSubscribe: ({ context }) => ('errors' in context ? context.errors : context.result),
})

class Endpoint {
  readonly #parts: EndpointDeps

  constructor(parts: EndpointDeps) {
    this.#parts = parts
  }

  /** Before the body is read: who has no token costs nothing and learns nothing. */
  async authenticate(ctx: Context): Promise<Sender> {
    if (ctx.method !== 'POST') {
      throw new HttpError(405, 'method-not-allowed', 'Send a POST request.', { headers: { Allow: 'POST' } })
    }
    const token = bearerToken(ctx)
    if (token === undefined) this.#admitStranger(ctx)
    const viewer = await this.#parts.viewers.of(token)
    ctx.state.tenantId = viewer.tenantId
    return toSender({ header: (name) => ctx.get(name), requestId: ctx.state.requestId }, viewer)
  }

  async answer(ctx: Context, sender: Sender): Promise<void> {
    const { body } = ctx.request
    const accept = acceptedType(ctx.get('Accept'))
    const refused = Array.isArray(body) ? refuseBatch(body.length, this.#parts.limits) : undefined
    if (refused) return write(ctx, await this.#refuse(refused, sender, accept))
    const prepared = (Array.isArray(body) ? body : [body]).map((one) => this.#parts.admission.operations.prepare(one))
    ctx.state.operations = prepared.map(nameOf).join(' ')
    const tooMuch = refuseCostly(prepared, this.#parts.limits) ?? this.#overRate(ctx, prepared, sender)
    if (tooMuch) return write(ctx, await this.#refuse(tooMuch, sender, accept))
    const run = (one: PreparedRequest) => this.#run(one, sender, accept)
    const responses = await runInOrder(prepared, this.#parts.limits.parallel, run)
    write(ctx, Array.isArray(body) ? joinResponses(responses) : (responses[0] as Response))
  }

  async #run(prepared: PreparedRequest, sender: Sender, accept: string): Promise<Response> {
    if ('errors' in prepared) return this.#refuseAll(prepared.errors, sender, accept)
    const { metrics } = this.#parts
    const { operation } = prepared.operation
    if (operation === 'subscription') {
      const message = 'Subscriptions are not answered over HTTP.'
      return this.#refuse(new GraphError('OPERATION_RESOLUTION_FAILURE', message), sender, accept)
    }
    const result = await executeWithTimeout(this.#parts, prepared, sender)
    metrics.countOperation(operation, String(result.errors?.[0]?.extensions.code ?? ''))
    // Without data there is no result in the sense of the protocol.
    const { errors } = result
    const context = errors && result.data === undefined ? { errors } : { result }
    return respond({ ...REQUEST, headers: { accept }, context })
  }

  #refuse(error: GraphError, sender: Sender, accept: string): Promise<Response> {
    return this.#refuseAll([error], sender, accept)
  }

  #refuseAll(errors: readonly GraphQLError[], { requestId }: Sender, accept: string): Promise<Response> {
    const { log, metrics } = this.#parts
    const shown = errors.map((error) => formatError(error, requestId, log))
    metrics.countOperation('refused', String(shown[0]?.extensions.code ?? ''))
    return respond({ ...REQUEST, headers: { accept }, context: { errors: shown } })
  }

  #overRate(ctx: Context, prepared: readonly PreparedRequest[], { viewer }: Sender): GraphError | undefined {
    const { allowed, headers } = this.#parts.admission.rates.admit(
      viewer.tenantId,
      countLoad(prepared),
      this.#parts.graph.now(),
    )
    ctx.set(headers)
    return allowed ? undefined : RATE_LIMIT_EXCEEDED
  }

  #admitStranger(ctx: Context): void {
    const { allowed, headers } = this.#parts.admission.rates.admitAnonymous(ctx.ip, this.#parts.graph.now())
    if (allowed) return
    throw new HttpError(200, 'rate-limited', RATE_LIMIT_EXCEEDED.message, { headers })
  }
}

const REQUEST = { method: 'POST', url: '/api/v1/graph', body: null, raw: undefined } as const

/**
 * Common clients list both types and expect 200 with what is wrong: only who wants nothing else gets the newer one. Who
 * wants neither is answered all the same: what was asked for is done by then.
 */
function acceptedType(header: string): string {
  const wantsNewer = /application\/graphql-response\+json/i.test(header)
  return wantsNewer && !/application\/(json|\*)|\*\/\*/i.test(header) ? header : 'application/json'
}

function nameOf(prepared: PreparedRequest): string {
  return 'errors' in prepared
    ? 'refused'
    : (prepared.operation.name?.value.slice(0, 60) ?? prepared.operation.operation)
}

/** A list is answered by a list in the same order; each of its answers says itself what went wrong. */
function joinResponses(responses: readonly Response[]): Response {
  const [, init] = responses[0] as Response
  return [`[${responses.map(([body]) => body ?? 'null').join(',')}]`, { ...init, status: 200 }]
}

function write(ctx: Context, [body, { status, headers = {} }]: Response): void {
  ctx.status = status
  ctx.set(headers)
  ctx.body = body ?? ''
}
