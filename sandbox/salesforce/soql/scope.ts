import type { Database } from '../org/database.ts'
import type { SchemaView } from '../schema/view.ts'

/** What a query is evaluated against. */
export interface Scope {
  readonly view: SchemaView
  readonly database: Database
  /** Epoch ms; what TODAY and its like go by, in the user's time zone. */
  readonly now: number
  readonly timeZone: string
  /** `queryAll`: rows in the recycle bin, too. */
  readonly includeDeleted?: boolean
}
