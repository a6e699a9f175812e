import { type BulkheadPolicy, bulkhead, TaskCancelledError } from 'cockatiel'
import { type Clock, pause } from '../model/clock.ts'
import { admit, type Breaker, CLOSED, judge, type Verdict } from './circuit-breaker.ts'
import type { CallRules } from './options.ts'
import { RetryBudget } from './retry-budget.ts'
import { fullPace, type Pace, takeTurn } from './token-bucket.ts'

/** What a call that was let through says afterwards. */
interface Judged {
  verdict: Verdict | undefined
}

/** Undefined: the caller called it off while it waited. */
export type Passage<Result> = { result: Result } | { retryAfter: number } | undefined

/** The way to one provider: so many calls at a time, so fast, and none while it is down. */
export class ProviderLine {
  readonly budget: RetryBudget
  readonly #rules: CallRules
  readonly #clock: Clock
  readonly #onBreaker: (state: Breaker['state']) => void
  readonly #calls: BulkheadPolicy
  /** Of connections that have calls under way or waiting. */
  readonly #connections = new Map<string, { slots: BulkheadPolicy; calls: number }>()
  #breaker = CLOSED
  #pace: Pace

  constructor(rules: CallRules, clock: Clock, onBreaker: (state: Breaker['state']) => void) {
    this.#rules = rules
    this.#clock = clock
    this.#onBreaker = onBreaker
    this.#calls = bulkhead(rules.callsPerProvider, Number.POSITIVE_INFINITY)
    this.#pace = fullPace(rules.pace, clock.now())
    this.budget = new RetryBudget(rules.retryBudget)
  }

  /** When to come again, as far as the provider is known to be down; undefined: it is not. */
  get closedFor(): number | undefined {
    return this.#breaker.state === 'open' ? Math.max(0, this.#breaker.until - this.#clock.now()) : undefined
  }

  /** Waits for a turn and takes it. */
  async pass<Result extends Judged>(
    connection: string | undefined,
    signal: AbortSignal | undefined,
    call: () => Promise<Result>,
  ): Promise<Passage<Result>> {
    const inLine = () => this.#calls.execute(() => this.#passNow(signal, call), signal)
    try {
      return await (connection === undefined ? inLine() : this.#withinConnection(connection, inLine, signal))
    } catch (error) {
      if (error instanceof TaskCancelledError) return undefined
      throw error
    }
  }

  async #withinConnection<Result>(
    connection: string,
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const slots = () => bulkhead(this.#rules.callsPerConnection, Number.POSITIVE_INFINITY)
    const own = this.#connections.get(connection) ?? { slots: slots(), calls: 0 }
    this.#connections.set(connection, own)
    own.calls += 1
    try {
      return await own.slots.execute(work, signal)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#connections.delete(connection)
    }
  }

  async #passNow<Result extends Judged>(
    signal: AbortSignal | undefined,
    call: () => Promise<Result>,
  ): Promise<Passage<Result>> {
    const retryAfter = this.#admit()
    if (retryAfter !== undefined) return { retryAfter }
    const { epoch } = this.#breaker
    let verdict: Verdict | undefined
    try {
      await this.#keepPace(signal)
      if (signal?.aborted) return undefined
      this.budget.request(this.#clock.now())
      const result = await call()
      verdict = result.verdict
      return { result }
    } finally {
      this.#set(judge(this.#breaker, epoch, verdict, this.#clock.now(), this.#rules.breaker))
    }
  }

  #admit(): number | undefined {
    const { breaker, retryAfter } = admit(this.#breaker, this.#clock.now(), this.#rules.breaker)
    this.#set(breaker)
    return retryAfter
  }

  async #keepPace(signal: AbortSignal | undefined): Promise<void> {
    const [pace, wait] = takeTurn(this.#pace, this.#clock.now(), this.#rules.pace)
    this.#pace = pace
    if (wait > 0) await pause(this.#clock, wait, signal)
  }

  #set(breaker: Breaker): void {
    const changed = breaker.state !== this.#breaker.state
    this.#breaker = breaker
    if (changed) this.#onBreaker(breaker.state)
  }
}
