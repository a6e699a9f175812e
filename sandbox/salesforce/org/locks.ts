/** Rows that someone else is writing just now: a scripted row lock. */
export class Locks {
  readonly #held = new Map<string, number>()

  /** The next `times` writes that need this row are refused. */
  hold(id: string, times = 1): void {
    this.#held.set(id, times)
  }

  /** The first of these rows that is locked; its lock wears off by one. */
  takeLocked(ids: readonly string[]): string | undefined {
    const locked = ids.find((id) => this.#held.has(id))
    if (locked === undefined) return undefined
    const left = (this.#held.get(locked) ?? 0) - 1
    if (left > 0) this.#held.set(locked, left)
    else this.#held.delete(locked)
    return locked
  }
}
