import type { Database } from '../org/database.ts'
import type { SchemaView } from '../schema/view.ts'

/** The data and context with which a statement is evaluated. */
export interface Scope {
  readonly view: SchemaView
  readonly database: Database
  /** Epoch ms. Date literals such as TODAY refer to it, in the user's time zone. */
  readonly now: number
  readonly timeZone: string
  /** Whether deleted rows are included, as with `queryAll`. */
  readonly includeDeleted?: boolean
}
