import { type BulkheadPolicy, bulkhead, TaskCancelledError } from 'cockatiel'
import { TokenBucket } from '../../src/runtime/token-bucket.ts'
import { type Clock, sleep } from '../model/clock.ts'
import { admit, type CircuitBreaker, CLOSED, type HealthSignal, recordSignal } from './circuit-breaker.ts'
import type { ProviderOptions } from './options.ts'
import { RetryBudget } from './retry-budget.ts'

/** What the circuit breaker needs to know about a call that has ended. */
interface Signaled {
  signal: HealthSignal | undefined
}

/**
 * The result of an admitted call, or when to retry (ms) because the provider is down. Undefined: the caller's signal
 * aborted while the call was waiting.
 */
export type Admission<Result> = { result: Result } | { retryAfter: number } | undefined

/** Admits calls to one provider: limits their concurrency and rate, and refuses them while the circuit breaker is open. */
export class ProviderGate {
  readonly retryBudget: RetryBudget
  readonly #options: ProviderOptions
  readonly #clock: Clock
  readonly #onBreakerChange: (state: CircuitBreaker['state']) => void
  readonly #providerBulkhead: BulkheadPolicy
  /** Of connections with calls that are running or waiting. */
  readonly #connectionBulkheads = new Map<string, { bulkhead: BulkheadPolicy; calls: number }>()
  #breaker = CLOSED
  readonly #tokenBucket: TokenBucket

  constructor(options: ProviderOptions, clock: Clock, onBreakerChange: (state: CircuitBreaker['state']) => void) {
    this.#options = options
    this.#clock = clock
    this.#onBreakerChange = onBreakerChange
    this.#providerBulkhead = bulkhead(options.maxCallsPerProvider, Number.POSITIVE_INFINITY)
    this.#tokenBucket = new TokenBucket(options.rate, clock.elapsed())
    this.retryBudget = new RetryBudget(options.retryBudget)
  }

  /** How much longer the circuit breaker stays open (ms). Undefined: it is not open. */
  get openForMs(): number | undefined {
    return this.#breaker.state === 'open' ? Math.max(0, this.#breaker.openUntil - this.#clock.elapsed()) : undefined
  }

  /** Waits until the call may begin, then makes it. */
  async acquire<Result extends Signaled>(
    connectionId: string | undefined,
    signal: AbortSignal | undefined,
    call: () => Promise<Result>,
  ): Promise<Admission<Result>> {
    const callProvider = () => this.#providerBulkhead.execute(() => this.#callIfAdmitted(signal, call), signal)
    try {
      if (connectionId === undefined) return await callProvider()
      return await this.#withinConnection(connectionId, callProvider, signal)
    } catch (error) {
      if (error instanceof TaskCancelledError) return undefined
      throw error
    }
  }

  async #withinConnection<Result>(
    connectionId: string,
    action: () => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const limiter = this.#connectionBulkheads.get(connectionId) ?? {
      bulkhead: bulkhead(this.#options.maxCallsPerConnection, Number.POSITIVE_INFINITY),
      calls: 0,
    }
    this.#connectionBulkheads.set(connectionId, limiter)
    limiter.calls += 1
    try {
      return await limiter.bulkhead.execute(action, signal)
    } finally {
      limiter.calls -= 1
      if (limiter.calls === 0) this.#connectionBulkheads.delete(connectionId)
    }
  }

  async #callIfAdmitted<Result extends Signaled>(
    abortSignal: AbortSignal | undefined,
    call: () => Promise<Result>,
  ): Promise<Admission<Result>> {
    const retryAfter = this.#admit()
    if (retryAfter !== undefined) return { retryAfter }
    const { epoch } = this.#breaker
    let signal: HealthSignal | undefined
    try {
      await this.#waitForToken(abortSignal)
      if (abortSignal?.aborted) return undefined
      this.retryBudget.recordRequest(this.#clock.elapsed())
      const result = await call()
      signal = result.signal
      return { result }
    } finally {
      this.#setBreaker(recordSignal(this.#breaker, epoch, signal, this.#clock.elapsed(), this.#options.breaker))
    }
  }

  #admit(): number | undefined {
    const { breaker, retryAfter } = admit(this.#breaker, this.#clock.elapsed(), this.#options.breaker)
    this.#setBreaker(breaker)
    return retryAfter
  }

  async #waitForToken(signal: AbortSignal | undefined): Promise<void> {
    const delay = this.#tokenBucket.reserve(this.#clock.elapsed())
    if (delay > 0) await sleep(this.#clock, delay, signal)
  }

  #setBreaker(breaker: CircuitBreaker): void {
    const hasChanged = breaker.state !== this.#breaker.state
    this.#breaker = breaker
    if (hasChanged) this.#onBreakerChange(breaker.state)
  }
}
