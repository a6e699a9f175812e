/** The delay before the first change is shown, while changes keep coming, and at most (ms). */
const FIRST_MS = 150
const MAX_MS = 4_000
/** When nothing has changed for this time since the last change was shown, the next one is shown soon again (ms). */
const QUIET_MS = 3_000

/**
 * How long to wait before what changed is loaded again (ms). A single change is shown at once; while a first sync changes
 * thousands of blocks, pages are loaded ever less often.
 */
export class Pacing {
  #delay = FIRST_MS
  #shownAt = Number.NEGATIVE_INFINITY

  next(now: number): number {
    this.#delay = now - this.#shownAt > QUIET_MS ? FIRST_MS : Math.min(this.#delay * 1.5, MAX_MS)
    this.#shownAt = now + this.#delay
    return this.#delay
  }
}
