/** How many retries a provider bears, so that retries never become the load that keeps it down. */
export interface RetryBudgetRules {
  /** At most this share of the requests of the last `periodMs`. */
  share: number
  periodMs: number
  /** So many at a time are allowed whatever the share. */
  minConcurrent: number
}

/** The retries and requests to one provider. A retry counts from when it is decided on, its wait included. */
export class RetryBudget {
  readonly #rules: RetryBudgetRules
  #requests: number[] = []
  #retries: number[] = []
  #running = 0

  constructor(rules: RetryBudgetRules) {
    this.#rules = rules
  }

  request(now: number): void {
    this.#requests = newerThan(now - this.#rules.periodMs, this.#requests)
    this.#requests.push(now)
  }

  /** Takes a retry out of the budget, if there is one; `done` is to be called when it is over. */
  take(now: number): (() => void) | undefined {
    const { share, periodMs, minConcurrent } = this.#rules
    this.#requests = newerThan(now - periodMs, this.#requests)
    this.#retries = newerThan(now - periodMs, this.#retries)
    const fits = this.#retries.length + 1 <= share * this.#requests.length
    if (!fits && this.#running >= minConcurrent) return undefined
    this.#retries.push(now)
    this.#running += 1
    return () => {
      this.#running -= 1
    }
  }
}

function newerThan(then: number, times: number[]): number[] {
  const first = times.findIndex((time) => time > then)
  return first === -1 ? [] : first === 0 ? times : times.slice(first)
}
