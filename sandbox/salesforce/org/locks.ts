/** Scripted row locks, as if another transaction were writing the rows. */
export class Locks {
  readonly #held = new Map<string, number>()

  /** Makes the next `times` writes that need this row fail. */
  hold(id: string, times = 1): void {
    this.#held.set(id, times)
  }

  /** Returns the first of these rows that is locked, and decrements its lock. */
  takeLocked(ids: readonly string[]): string | undefined {
    const locked = ids.find((id) => this.#held.has(id))
    if (locked === undefined) return undefined
    const left = (this.#held.get(locked) ?? 0) - 1
    if (left > 0) this.#held.set(locked, left)
    else this.#held.delete(locked)
    return locked
  }
}
