import { omitUndefined } from '../../src/runtime/omit.ts'
import { type Clock, sleep, startTimeout } from '../model/clock.ts'
import { type Attempt, classifyError, classifyResponse, retryDelay } from './attempt.ts'
import type { CallTarget } from './call-target.ts'
import { type CallName, ENDPOINTS, type RequestOf, type ResponseOf } from './endpoints.ts'
import type { Emit } from './events.ts'
import { ProviderGate } from './gate.ts'
import type { ProviderOptions } from './options.ts'
import type { CallOutcome } from './outcome.ts'
import { withoutSecrets } from './problem.ts'
import type { HttpRequest, Transport } from './transport.ts'

export interface ProviderClientDeps {
  transport: Transport
  /** Returns PLATFORM_API_KEY. Called for each request, so that the client does not store the key. */
  platformKey: () => string
  clock: Clock
  random: () => number
  options: ProviderOptions
  emit: Emit
}

export interface CallOptions {
  signal?: AbortSignal
  /** For writes: requests with the same key are the same write. */
  idempotencyKey?: string
}

interface ProviderCall<Name extends CallName> {
  name: Name
  target: CallTarget
  body: RequestOf<Name>
  options: CallOptions
}

/** Calls providers, for syncs as well as on behalf of people. No other part of the platform sends requests to them. */
export class ProviderClient {
  readonly #deps: ProviderClientDeps
  readonly #gates = new Map<string, ProviderGate>()
  /** For each provider and call, the index of the path that the provider was found to serve. */
  readonly #knownPaths = new Map<string, number>()

  constructor(deps: ProviderClientDeps) {
    this.#deps = deps
  }

  /** Never rejects: every failure is an outcome. */
  async call<Name extends CallName>(
    name: Name,
    target: CallTarget,
    body: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    const start = this.#deps.clock.elapsed()
    const key = `${target.providerUrl} ${name}`
    const { paths } = ENDPOINTS[name]
    let outcome: CallOutcome<ResponseOf<Name>> = { kind: 'aborted' }
    for (let index = this.#knownPaths.get(key) ?? 0; index < paths.length; index += 1) {
      outcome = await this.#callWithRetries({ name, target, body, options }, paths[index] as string)
      const exists = !(outcome.kind === 'failed' && outcome.error.status === 404)
      if (exists && index > 0) this.#knownPaths.set(key, index)
      if (exists) break
    }
    this.#emitCalled(name, target, outcome, this.#deps.clock.elapsed() - start)
    return outcome
  }

  /** How much longer the provider's circuit breaker stays open (ms). Undefined: it is not open. */
  openForMs(providerUrl: string): number | undefined {
    return this.#gateOf(providerUrl).openForMs
  }

  async #callWithRetries<Name extends CallName>(
    call: ProviderCall<Name>,
    path: string,
  ): Promise<CallOutcome<ResponseOf<Name>>> {
    const { options, clock, random } = this.#deps
    const { name, target } = call
    const { signal } = call.options
    const gate = this.#gateOf(target.providerUrl)
    let endRetry: (() => void) | undefined
    for (let retries = 0; ; retries += 1) {
      const admission = await gate.acquire(target.connectionId, signal, () => this.#attempt(call, path))
      endRetry?.()
      if (admission === undefined) return { kind: 'aborted' }
      if ('retryAfter' in admission) return { kind: 'deferred', retryAfter: admission.retryAfter }
      const { result: attempt } = admission
      const delay = ENDPOINTS[name].retryable ? retryDelay(attempt, retries, options, random) : undefined
      endRetry = delay === undefined ? undefined : gate.retryBudget.take(clock.elapsed())
      if (delay === undefined || !endRetry) return deferredIfDown(attempt, gate)
      await sleep(clock, delay, signal)
    }
  }

  async #attempt<Name extends CallName>(call: ProviderCall<Name>, path: string): Promise<Attempt<ResponseOf<Name>>> {
    const { transport, clock, options, platformKey } = this.#deps
    const { name, target } = call
    const { signal } = call.options
    const timeout = startTimeout(clock, options.timeoutMs[name], signal)
    try {
      const response = await transport({ ...this.#createRequest(call, path), signal: timeout.signal })
      return redactError(classifyResponse(name, response, clock.now()), [...(target.secrets ?? []), platformKey()])
    } catch (thrown) {
      if (signal?.aborted) return { outcome: { kind: 'aborted' }, signal: undefined }
      return classifyError(name, thrown, timeout.hasExpired())
    } finally {
      timeout.clear()
    }
  }

  #createRequest(
    { name, target: { providerUrl, application = '' }, body, options: { idempotencyKey } }: ProviderCall<CallName>,
    path: string,
  ): Omit<HttpRequest, 'signal'> {
    const { platformKey, clock, options } = this.#deps
    return omitUndefined({
      method: ENDPOINTS[name].method,
      url: `${providerUrl.replace(/\/+$/, '')}${path.replace(':application', encodeURIComponent(application))}`,
      headers: omitUndefined({
        Accept: 'application/json, application/problem+json',
        Authorization: `Bearer ${platformKey()}`,
        'x-request-deadline': String(clock.now() + options.timeoutMs[name]),
        'Content-Type': body === undefined ? undefined : 'application/json',
        'Idempotency-Key': idempotencyKey,
      }),
      body: body === undefined ? undefined : JSON.stringify(body),
      maxBytes: options.maxResponseBytes,
    })
  }

  #emitCalled(call: CallName, { providerUrl }: CallTarget, outcome: CallOutcome<unknown>, tookMs: number): void {
    const { emit } = this.#deps
    emit({ type: 'called', providerUrl, call, outcome: outcome.kind, tookMs })
    if (outcome.kind === 'misconfigured') emit({ type: 'misconfigured', providerUrl, error: outcome.error })
  }

  #gateOf(providerUrl: string): ProviderGate {
    const existing = this.#gates.get(providerUrl)
    if (existing) return existing
    const { options, clock, emit } = this.#deps
    const gate = new ProviderGate(options, clock, (state) => emit({ type: 'breaker', providerUrl, state }))
    this.#gates.set(providerUrl, gate)
    return gate
  }
}

/** A failure that opens the circuit breaker, or occurs while it is open, does not count against the caller. */
function deferredIfDown<Result>({ outcome, signal }: Attempt<Result>, gate: ProviderGate): CallOutcome<Result> {
  if (signal !== 'down' || outcome.kind !== 'failed' || outcome.mayHaveHappened) return outcome
  const { openForMs } = gate
  return openForMs === undefined ? outcome : { kind: 'deferred', retryAfter: openForMs }
}

function redactError<Result>(attempt: Attempt<Result>, secrets: readonly string[]): Attempt<Result> {
  const { outcome } = attempt
  if (!('error' in outcome)) return attempt
  return { ...attempt, outcome: { ...outcome, error: withoutSecrets(outcome.error, secrets) } }
}
