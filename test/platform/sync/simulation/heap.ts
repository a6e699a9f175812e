/** The least of many, found fast: there can be a million. */
export class Heap<Entry> {
  readonly #isBefore: (a: Entry, b: Entry) => boolean
  readonly #entries: Entry[] = []

  constructor(isBefore: (a: Entry, b: Entry) => boolean) {
    this.#isBefore = isBefore
  }

  get first(): Entry | undefined {
    return this.#entries[0]
  }

  push(entry: Entry): void {
    const entries = this.#entries
    let at = entries.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = entries[above] as Entry
      if (!this.#isBefore(entry, parent)) break
      entries[at] = parent
      at = above
    }
    entries[at] = entry
  }

  /** Takes the first out. */
  pop(): Entry | undefined {
    const [first] = this.#entries
    const last = this.#entries.pop()
    if (last !== undefined && this.#entries.length > 0) this.#sink(last)
    return first
  }

  #sink(entry: Entry): void {
    const entries = this.#entries
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= entries.length) break
      if (below + 1 < entries.length && this.#isBefore(entries[below + 1] as Entry, entries[below] as Entry)) below += 1
      const child = entries[below] as Entry
      if (!this.#isBefore(child, entry)) break
      entries[at] = child
      at = below
    }
    entries[at] = entry
  }
}
