import type { Database } from '../org/database.ts'
import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'

/** The user, time and database of a write. */
export interface WriteContext {
  readonly database: Database
  /** Epoch ms. */
  readonly now: number
  readonly userId: string
}

/** The audit fields that every write sets. Times are stored with a precision of one second. */
export function createStamp({ now, userId }: WriteContext): Row {
  const second = Math.floor(now / 1000) * 1000
  return { LastModifiedDate: second, LastModifiedById: userId, SystemModstamp: second }
}

/** A new row with its id, default values, owner and audit fields. */
export function newRow(context: WriteContext, { name: object, keyPrefix, fields }: ObjectType): Row {
  const { database, userId } = context
  const Id = database.nextId(keyPrefix)
  const stamp = createStamp(context)
  const system: Row = {
    ...stamp,
    Id,
    IsDeleted: false,
    CreatedDate: stamp.LastModifiedDate ?? null,
    CreatedById: userId,
  }
  const row: Record<string, Value> = {}
  for (const { name, defaultValue, autoNumber, nameField, defaultedOnCreate } of fields.values()) {
    if (name in system) row[name] = system[name] ?? null
    else if (name === 'OwnerId') row[name] = userId
    else if (autoNumber) row[name] = database.nextNumber(object)
    // The name of a row of a custom object is its id by default.
    else if (nameField && defaultedOnCreate) row[name] = Id
    else if (defaultValue !== null) row[name] = defaultValue
  }
  return row
}
