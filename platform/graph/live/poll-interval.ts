/** The interval while changes happen, and after a second without any (ms). */
const BUSY_MS = 40
const IDLE_MS = 120
const BUSY_FOR_MS = 1_000
/** Polls that take long are made less often: the time between two is this multiple of what one took, at most the maximum. */
const REST_FACTOR = 2
const MAX_MS = 250

/** The outcome of a poll. */
export interface Poll {
  /** Whether there were changes. */
  found: boolean
  tookMs: number
}

/** How long to wait until the next poll: soon while changes happen, longer when there are none or polls are slow. */
export class PollInterval {
  ms = IDLE_MS
  #quietMs = 0

  adapt({ found, tookMs }: Poll): void {
    this.#quietMs = found ? 0 : this.#quietMs + this.ms + tookMs
    const intervalMs = this.#quietMs < BUSY_FOR_MS ? BUSY_MS : IDLE_MS
    this.ms = Math.min(Math.max(intervalMs, tookMs * REST_FACTOR), MAX_MS)
  }
}
