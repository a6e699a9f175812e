/** Counts what one request costs at the vendor; the sums stand in the answer's headers and in the metrics. */
export class Meter {
  calls = 0
  units = 0
  waits = 0
  /** Milliseconds in which at least one vendor call was open. */
  #busy = 0
  #open = 0
  #since = 0

  /** Measures one HTTP request to the vendor. `units` is its price where the vendor has prices. */
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

  get vendorTime(): number {
    return this.#busy + (this.#open > 0 ? performance.now() - this.#since : 0)
  }
}
