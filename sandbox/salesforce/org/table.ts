import type { Row, Value } from '../schema/field.ts'

/** Ids by the lower-case value of one field. */
type Lookup = Map<string, Set<string>>

/** The rows of one object, in order of creation. A field is indexed at the first lookup by its value. */
export class Table {
  readonly #rows = new Map<string, Row>()
  readonly #lookups = new Map<string, Lookup>()

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  all(): Iterable<Row> {
    return this.#rows.values()
  }

  set(row: Row): void {
    const id = String(row.Id)
    const previous = this.#rows.get(id)
    for (const [field, lookup] of this.#lookups) {
      if (previous) removeFromLookup(lookup, previous, field)
      addToLookup(lookup, row, field)
    }
    this.#rows.set(id, row)
  }

  delete(id: string): void {
    const row = this.#rows.get(id)
    if (!row) return
    for (const [field, lookup] of this.#lookups) removeFromLookup(lookup, row, field)
    this.#rows.delete(id)
  }

  /** The rows that have this value in this field, ignoring case. */
  findByValue(field: string, value: Value): Row[] {
    const ids = this.#lookup(field).get(toLookupKey(value))
    return ids ? [...ids].map((id) => this.#rows.get(id) as Row) : []
  }

  #lookup(field: string): Lookup {
    const existing = this.#lookups.get(field)
    if (existing) return existing
    const lookup: Lookup = new Map()
    for (const row of this.#rows.values()) addToLookup(lookup, row, field)
    this.#lookups.set(field, lookup)
    return lookup
  }
}

function toLookupKey(value: Value | undefined): string {
  return String(value ?? '').toLowerCase()
}

function addToLookup(lookup: Lookup, row: Row, field: string): void {
  const key = toLookupKey(row[field])
  const ids = lookup.get(key)
  if (ids) ids.add(String(row.Id))
  else lookup.set(key, new Set([String(row.Id)]))
}

function removeFromLookup(lookup: Lookup, row: Row, field: string): void {
  lookup.get(toLookupKey(row[field]))?.delete(String(row.Id))
}
