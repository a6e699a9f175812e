import type { SchemaCatalog } from '../schema/catalog.ts'
import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import { createId } from './ids.ts'
import { Table } from './table.ts'

/** The first sequence number of ids, so that they look like those of an org in use. */
const FIRST_SEQUENCE = 1_000_000

const FIRST_NUMBER = 1000

/** A point to which all later writes can be rolled back. Every savepoint must be ended by one of the two methods. */
export interface Savepoint {
  rollback(): void
  release(): void
}

/** The rows of one org, including deleted ones. Rows are immutable and get replaced. */
export class Database {
  #schema: SchemaCatalog
  readonly #instance: string
  readonly #tables = new Map<string, Table>()
  readonly #sequences = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly #undo: (() => void)[] = []
  #savepoints = 0

  /** `instance`: the three characters that are the same in all ids of the org. */
  constructor(schema: SchemaCatalog, instance: string) {
    this.#schema = schema
    this.#instance = instance
  }

  get schema(): SchemaCatalog {
    return this.#schema
  }

  /** Changes the objects and fields. Existing rows get the default values of new fields. */
  changeSchema(schema: SchemaCatalog): void {
    this.#schema = schema
    for (const { name, fields } of schema.objects) {
      const defaults = [...fields.values()].filter(({ defaultValue }) => defaultValue !== null)
      for (const row of [...this.rows(name)]) {
        const missing = defaults.filter((field) => row[field.name] === undefined)
        const values = Object.fromEntries(missing.map((field) => [field.name, field.defaultValue]))
        if (missing.length > 0) this.put(name, { ...row, ...values })
      }
    }
  }

  /** All rows of an object, in order of creation. */
  rows(object: string): Iterable<Row> {
    return this.#table(object).all()
  }

  get(object: string, id: string): Row | undefined {
    return this.#table(object).get(id)
  }

  /** The rows that have this value in this field, ignoring case, without deleted rows. */
  findByValue(object: string, field: string, value: Value): Row[] {
    return this.#table(object)
      .findByValue(field, value)
      .filter(({ IsDeleted }) => !IsDeleted)
  }

  /** Finds a row of any object by its id. */
  find(id: string): { type: ObjectType; row: Row } | undefined {
    const type = this.schema.findByKeyPrefix(id)
    const row = type && this.get(type.name, id)
    return type && row ? { type, row } : undefined
  }

  put(object: string, row: Row): void {
    const table = this.#table(object)
    const id = String(row.Id)
    const previous = table.get(id)
    if (this.#savepoints > 0) this.#undo.push(() => (previous ? table.set(previous) : table.delete(id)))
    table.set(row)
  }

  nextId(keyPrefix: string): string {
    const sequence = this.#sequences.get(keyPrefix) ?? FIRST_SEQUENCE
    this.#sequences.set(keyPrefix, sequence + 1)
    return createId(keyPrefix, this.#instance, sequence)
  }

  /** The next value of an auto-number field. */
  nextNumber(object: string): string {
    const number = (this.#numbers.get(object) ?? FIRST_NUMBER) + 1
    this.#numbers.set(object, number)
    return String(number).padStart(8, '0')
  }

  savepoint(): Savepoint {
    const mark = this.#undo.length
    this.#savepoints++
    const end = () => {
      if (--this.#savepoints === 0) this.#undo.length = 0
    }
    return {
      rollback: () => {
        for (const undo of this.#undo.splice(mark).reverse()) undo()
        end()
      },
      release: end,
    }
  }

  #table(object: string): Table {
    const table = this.#tables.get(object) ?? new Table()
    this.#tables.set(object, table)
    return table
  }
}
