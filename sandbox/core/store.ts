export interface StoreOptions<T> {
  id: (record: T) => string
  /** Returns a negative number if `a` precedes `b`. Must not return 0 for two different records. */
  order: (a: T, b: T) => number
}

/** A sorted collection of records with unique ids. */
export class Store<T> {
  readonly #id: (record: T) => string
  readonly #order: (a: T, b: T) => number
  readonly #byId = new Map<string, T>()
  #sorted: T[] = []

  constructor({ id, order }: StoreOptions<T>) {
    this.#id = id
    this.#order = order
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): T | undefined {
    return this.#byId.get(id)
  }

  /** All records in order. */
  all(): readonly T[] {
    return this.#sorted
  }

  /** Adds the record, or replaces the one with the same id. */
  put(record: T): void {
    this.remove(this.#id(record))
    this.#sorted.splice(this.#findIndex(record), 0, record)
    this.#byId.set(this.#id(record), record)
  }

  /** Equivalent to `put` for each record, but sorts only once. */
  putAll(records: Iterable<T>): void {
    for (const record of records) this.#byId.set(this.#id(record), record)
    this.#sorted = [...this.#byId.values()].sort(this.#order)
  }

  /** Returns false if there is no such record. */
  remove(id: string): boolean {
    const record = this.#byId.get(id)
    if (record === undefined) return false
    this.#sorted.splice(this.#findIndex(record), 1)
    return this.#byId.delete(id)
  }

  #findIndex(record: T): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#order(this.#sorted[middle] as T, record) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
