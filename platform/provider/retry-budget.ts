/** Limits the share of retries among the requests to a provider, so that retries never become the load that keeps it down. */
export interface RetryBudgetOptions {
  /** The maximum ratio of retries to requests during the last `periodMs`. */
  share: number
  periodMs: number
  /** This many concurrent retries are allowed whatever the ratio. */
  minConcurrent: number
}

/** Counts the retries and requests to one provider. A retry counts from the decision to make it, its delay included. */
export class RetryBudget {
  readonly #options: RetryBudgetOptions
  #requests: number[] = []
  #retries: number[] = []
  #running = 0

  constructor(options: RetryBudgetOptions) {
    this.#options = options
  }

  recordRequest(now: number): void {
    this.#requests = newerThan(now - this.#options.periodMs, this.#requests)
    this.#requests.push(now)
  }

  /** Takes a retry out of the budget. Returns the function to call when the retry is over; undefined: not allowed. */
  take(now: number): (() => void) | undefined {
    const { share, periodMs, minConcurrent } = this.#options
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

function newerThan(limit: number, times: number[]): number[] {
  const first = times.findIndex((time) => time > limit)
  return first === -1 ? [] : first === 0 ? times : times.slice(first)
}
