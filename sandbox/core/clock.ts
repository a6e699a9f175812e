/** The instant at which every sandbox begins unless it is told otherwise, so that the sample data never change. */
export const DEFAULT_START = '2026-03-16T09:00:00Z'

export interface ClockOptions {
  /** ISO instant, or `now` for the machine's time. */
  start?: string
  /** Follow real time from `start` on; otherwise time stands still until `advance`. */
  follow?: boolean
  /** The machine's clock. */
  real?: () => number
}

/** The sandbox's own time, in epoch milliseconds. Tokens expire and quotas slide by it, never by the machine's clock. */
export class Clock {
  readonly start: number
  readonly #elapsed: () => number
  #skipped = 0

  constructor({ start = DEFAULT_START, follow = false, real = Date.now }: ClockOptions = {}) {
    const realStart = real()
    this.start = start === 'now' ? realStart : Date.parse(start)
    if (Number.isNaN(this.start)) throw new RangeError(`The clock cannot start at "${start}": it is not an ISO instant`)
    this.#elapsed = follow ? () => real() - realStart : () => 0
  }

  now(): number {
    return this.start + this.#elapsed() + this.#skipped
  }

  /** Lets time pass at once, and returns the new now. */
  advance(ms: number): number {
    if (!(ms >= 0)) throw new RangeError('Time does not run backwards')
    this.#skipped += ms
    return this.now()
  }
}
