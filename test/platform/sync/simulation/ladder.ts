import type { Health, RunEnd, SyncName, SyncState, Trigger } from '../../../../platform/model/sync.ts'
import type { SyncRules } from '../../../../platform/sync/policy.ts'

const STEPS: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/** What the rules say of a sync, kept beside the engine's own account of it. */
export class Ladder {
  #step = 0
  #failures = 0
  #waits = 0
  #since: number | undefined
  readonly #sync: SyncName
  readonly #rules: SyncRules

  constructor(sync: SyncName, rules: SyncRules) {
    this.#sync = sync
    this.#rules = rules
  }

  reconnected(): void {
    this.#step = Math.max(0, this.#step - 1)
    this.#failures = 0
    this.#waits = 0
  }

  /** Takes in how a run ended; answers what is not as it should be. */
  ended(end: RunEnd, trigger: Trigger, before: SyncState, now: number): string[] {
    this.#since ??= now
    if (end.reconnectRequired || end.error?.title === 'Put off') return this.#compare(end)
    if (end.state === 'ok') return [...this.#succeed(end, now), ...this.#compare(end)]
    if (trigger === 'manual') return this.#compare(end)
    const isWait = end.error?.status === 429 || end.error?.status === 503
    const isAsked = isWait && end.next.deferredCount > before.deferredCount
    if (isAsked) this.#waits += 1
    if (end.state === 'deferred') return this.#waits > 5 ? ['waited more than five times'] : this.#compare(end)
    if (isAsked && this.#waits <= 5) return ['a wait counted as a failure']
    return [...this.#fail(end, now), ...this.#compare(end)]
  }

  #succeed({ next }: RunEnd, now: number): string[] {
    this.#step = Math.max(0, this.#step - 1)
    this.#failures = 0
    this.#waits = 0
    this.#since = now
    const wait = (next.dateNextRun ?? Number.NaN) - now
    const cadence = this.#rules.cadence[this.#sync]
    const isUsual = wait >= 0.9 * cadence - 1 && wait <= 1.1 * cadence + 1
    return isUsual || (wait === 0 && next.dateReadUntil !== undefined) ? [] : [`comes again after ${wait} ms`]
  }

  #fail({ next }: RunEnd, now: number): string[] {
    this.#failures += 1
    const isLong = now - (this.#since ?? now) >= Math.max(86_400_000, 3 * this.#rules.cadence[this.#sync])
    const reached = this.#failures >= 20 && isLong ? 3 : this.#failures >= 8 ? 2 : this.#failures >= 3 ? 1 : 0
    this.#step = Math.max(this.#step, reached)
    if (next.dateNextRun === undefined) return this.#step === 3 ? [] : ['a sync that is not paused has no next run']
    const wait = next.dateNextRun - now
    const usual = this.#step === 3 ? 86_400_000 : Math.min(7_200_000, 300_000 * 2 ** (this.#failures - 1))
    const share = this.#step === 3 ? 0.1 : 0.2
    const isUsual = wait >= (1 - share) * usual - 1 && wait <= (1 + share) * usual + 1
    return isUsual ? [] : [`failure ${this.#failures} is followed by ${wait} ms`]
  }

  #compare({ next }: RunEnd): string[] {
    const wanted = `${STEPS[this.#step]} after ${this.#failures} failures`
    const found = `${next.health} after ${next.failureCount} failures`
    return wanted === found ? [] : [`is ${found}, should be ${wanted}`]
  }
}
