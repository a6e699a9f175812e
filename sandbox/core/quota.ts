export interface QuotaOptions {
  /** Units per window; `Infinity` for no limit. Called on each use, so the limit may change. */
  limit: () => number
  windowMs?: number
  /** Epoch ms. */
  now: () => number
}

/** `retryAt` (epoch ms): the earliest time at which the units fit into the window. */
export type SpendResult = { spent: true } | { spent: false; retryAt: number }

/** Limits the units that each account may spend within a sliding window, one minute by default. */
export class Quota {
  readonly #limit: () => number
  readonly #windowMs: number
  readonly #now: () => number
  readonly #spendings = new Map<string, { time: number; units: number }[]>()

  constructor({ limit, windowMs = 60_000, now }: QuotaOptions) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
  }

  /** The units that the account has spent within the current window. */
  spent(account: string): number {
    return this.#recent(account).reduce((sum, spending) => sum + spending.units, 0)
  }

  /** Spends all units if they fit into the window, otherwise none. */
  spend(account: string, units: number): SpendResult {
    const recent = this.#recent(account)
    let excess = this.spent(account) + units - this.#limit()
    if (excess <= 0) {
      this.#spendings.set(account, [...recent, { time: this.#now(), units }])
      return { spent: true }
    }
    for (const spending of recent) {
      excess -= spending.units
      if (excess <= 0) return { spent: false, retryAt: spending.time + this.#windowMs }
    }
    return { spent: false, retryAt: this.#now() + this.#windowMs }
  }

  #recent(account: string) {
    const start = this.#now() - this.#windowMs
    return (this.#spendings.get(account) ?? []).filter(({ time }) => time > start)
  }
}
