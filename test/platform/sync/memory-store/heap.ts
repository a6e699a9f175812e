/** A binary heap that returns the smallest entry first. There can be a million of them. */
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
    let index = entries.length
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = entries[parentIndex] as Entry
      if (!this.#isBefore(entry, parent)) break
      entries[index] = parent
      index = parentIndex
    }
    entries[index] = entry
  }

  /** Removes and returns the first entry. */
  pop(): Entry | undefined {
    const [first] = this.#entries
    const last = this.#entries.pop()
    if (last !== undefined && this.#entries.length > 0) this.#sink(last)
    return first
  }

  #sink(entry: Entry): void {
    const entries = this.#entries
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= entries.length) break
      if (child + 1 < entries.length && this.#isBefore(entries[child + 1] as Entry, entries[child] as Entry)) child += 1
      const entryBelow = entries[child] as Entry
      if (!this.#isBefore(entryBelow, entry)) break
      entries[index] = entryBelow
      index = child
    }
    entries[index] = entry
  }
}
