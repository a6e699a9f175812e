/** The default start of sandbox time. It is fixed, so that the sample data never change. */
export const DEFAULT_START = '2026-03-16T09:00:00Z'

export interface ClockOptions {
  /** ISO 8601 instant, or `now` for the system time. */
  start?: string
  /** Whether the clock runs from `start` on; otherwise it stands still until `advance`. */
  follow?: boolean
  /** The system clock, epoch ms. */
  real?: () => number
}

/** Sandbox time in epoch ms. Token expiry and, by default, quotas depend on it instead of the system time. */
export class Clock {
  readonly start: number
  readonly #elapsed: () => number
  #skipped = 0

  constructor({ start = DEFAULT_START, follow = false, real = Date.now }: ClockOptions = {}) {
    const realStart = real()
    this.start = start === 'now' ? realStart : Date.parse(start)
    if (Number.isNaN(this.start)) throw new RangeError(`The clock cannot start at "${start}": not an ISO 8601 instant`)
    this.#elapsed = follow ? () => real() - realStart : () => 0
  }

  now(): number {
    return this.start + this.#elapsed() + this.#skipped
  }

  /** Moves the clock forward and returns the new time. Throws a RangeError for a negative duration. */
  advance(ms: number): number {
    if (!(ms >= 0)) throw new RangeError('The clock cannot run backwards')
    this.#skipped += ms
    return this.now()
  }
}
