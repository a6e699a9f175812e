export interface QuotaOptions {
  /** Units per window; `Infinity` for no limit. Asked each time, so that it can be a knob. */
  limit: () => number
  windowMs?: number
  now: () => number
}

/** What is left to do after a spending was refused: wait until `retryAt`. */
export type Spending = { spent: true } | { spent: false; retryAt: number }

/** Units spent per account within a sliding minute. */
export class Quota {
  readonly #limit: () => number
  readonly #windowMs: number
  readonly #now: () => number
  readonly #spendings = new Map<string, { at: number; units: number }[]>()

  constructor({ limit, windowMs = 60_000, now }: QuotaOptions) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
  }

  spent(account: string): number {
    return this.#recent(account).reduce((sum, one) => sum + one.units, 0)
  }

  /** Spends the units; or, when they do not fit into the window, none of them. */
  spend(account: string, units: number): Spending {
    const recent = this.#recent(account)
    let missing = this.spent(account) + units - this.#limit()
    if (missing <= 0) {
      this.#spendings.set(account, [...recent, { at: this.#now(), units }])
      return { spent: true }
    }
    for (const one of recent) {
      missing -= one.units
      if (missing <= 0) return { spent: false, retryAt: one.at + this.#windowMs }
    }
    return { spent: false, retryAt: this.#now() + this.#windowMs }
  }

  #recent(account: string) {
    const since = this.#now() - this.#windowMs
    return (this.#spendings.get(account) ?? []).filter(({ at }) => at > since)
  }
}
