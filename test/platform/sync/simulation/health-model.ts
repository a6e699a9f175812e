import type { Health, RunEnd, SyncName, SyncState, Trigger } from '../../../../platform/model/sync.ts'
import type { SyncPolicy } from '../../../../platform/sync/policy.ts'

const LEVELS: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/** An independent implementation of the health rules for one sync, which the engine's states are compared with. */
export class HealthModel {
  #level = 0
  #failures = 0
  #rateLimits = 0
  #lastSuccess: number | undefined
  readonly #sync: SyncName
  readonly #policy: SyncPolicy

  constructor(sync: SyncName, policy: SyncPolicy) {
    this.#sync = sync
    this.#policy = policy
  }

  onReconnect(): void {
    this.#level = Math.max(0, this.#level - 1)
    this.#failures = 0
    this.#rateLimits = 0
  }

  /** Updates the model by the end of a run, and returns what is wrong with that end. */
  onRunEnd(end: RunEnd, trigger: Trigger, previous: SyncState, now: number): string[] {
    this.#lastSuccess ??= now
    if (end.reconnectRequired || end.error?.title === 'Run deferred') return this.#compare(end)
    if (end.state === 'ok') return [...this.#succeed(end, now), ...this.#compare(end)]
    if (trigger === 'manual') return this.#compare(end)
    const mayBeRateLimit = end.error?.status === 429 || end.error?.status === 503
    const isRateLimit = mayBeRateLimit && end.next.deferredCount > previous.deferredCount
    if (isRateLimit) this.#rateLimits += 1
    if (end.state === 'deferred') {
      return this.#rateLimits > 5 ? ['was deferred by more than five rate limits'] : this.#compare(end)
    }
    if (isRateLimit && this.#rateLimits <= 5) return ['a rate limit counted as a failure']
    return [...this.#fail(end, now), ...this.#compare(end)]
  }

  #succeed({ next }: RunEnd, now: number): string[] {
    this.#level = Math.max(0, this.#level - 1)
    this.#failures = 0
    this.#rateLimits = 0
    this.#lastSuccess = now
    const delay = (next.dateNextRun ?? Number.NaN) - now
    const cadence = this.#policy.cadenceMs[this.#sync]
    const isExpected = delay >= 0.9 * cadence - 1 && delay <= 1.1 * cadence + 1
    return isExpected || (delay === 0 && next.dateReadUntil !== undefined) ? [] : [`is due again after ${delay} ms`]
  }

  #fail({ next }: RunEnd, now: number): string[] {
    this.#failures += 1
    const minMs = Math.max(86_400_000, 3 * this.#policy.cadenceMs[this.#sync])
    const mayPause = now - (this.#lastSuccess ?? now) >= minMs
    const level = this.#failures >= 20 && mayPause ? 3 : this.#failures >= 8 ? 2 : this.#failures >= 3 ? 1 : 0
    this.#level = Math.max(this.#level, level)
    if (next.dateNextRun === undefined) return this.#level === 3 ? [] : ['a sync that is not paused has no next run']
    const delay = next.dateNextRun - now
    const expected = this.#level === 3 ? 86_400_000 : Math.min(7_200_000, 300_000 * 2 ** (this.#failures - 1))
    const jitter = this.#level === 3 ? 0.1 : 0.2
    const isExpected = delay >= (1 - jitter) * expected - 1 && delay <= (1 + jitter) * expected + 1
    return isExpected ? [] : [`failure ${this.#failures} is followed by a delay of ${delay} ms`]
  }

  #compare({ next }: RunEnd): string[] {
    const expected = `${LEVELS[this.#level]} after ${this.#failures} failures`
    const actual = `${next.health} after ${next.failureCount} failures`
    return expected === actual ? [] : [`is ${actual}, should be ${expected}`]
  }
}
