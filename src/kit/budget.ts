/**
 * The time one request may spend on a vendor. Waits, retries and further pages are allowed only inside it; when it is
 * spent, what was read is returned with a cursor, or the request fails cleanly.
 */
export class Budget {
  readonly #deadline: number
  readonly #clock: () => number
  /** Aborts when the budget is spent or the caller has gone. */
  readonly signal: AbortSignal

  /** `milliseconds` from now; `caller`, when given, ends the budget early. */
  constructor(milliseconds: number, clock: () => number = Date.now, caller?: AbortSignal) {
    this.#clock = clock
    this.#deadline = clock() + milliseconds
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)))
    this.signal = caller ? AbortSignal.any([timeout, caller]) : timeout
  }

  /** Milliseconds left, never below zero. */
  left(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.#deadline - this.#clock())
  }

  /** Whether something that takes `milliseconds` can still be begun. */
  allows(milliseconds: number): boolean {
    return this.left() > milliseconds
  }
}
