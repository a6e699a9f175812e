/** Measures what one request costs at the vendor, for the response's headers, the log and the metrics. */
export class Meter {
  /** HTTP requests sent to the vendor. */
  calls = 0
  /** Quota units spent. */
  units = 0
  /** Delays before retries. */
  waits = 0
  /** Responses that exceeded the size limit. */
  oversizedResponses = 0
  /** Milliseconds during which at least one vendor request was in flight. */
  #busy = 0
  #open = 0
  #since = 0

  /** Measures one HTTP request to the vendor. `units` is its cost in quota units. */
  async measure<Result>(units: number, request: () => Promise<Result>): Promise<Result> {
    this.calls += 1
    this.units += units
    if (this.#open++ === 0) this.#since = performance.now()
    try {
      return await request()
    } finally {
      if (--this.#open === 0) this.#busy += performance.now() - this.#since
    }
  }

  /** Milliseconds during which at least one vendor request was in flight, up to now. */
  get vendorMs(): number {
    return this.#busy + (this.#open > 0 ? performance.now() - this.#since : 0)
  }
}
