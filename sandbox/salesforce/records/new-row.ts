import type { Database } from '../org/database.ts'
import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'

/** Who writes, when, and where. */
export interface WriteContext {
  readonly database: Database
  /** Epoch ms. */
  readonly now: number
  readonly userId: string
}

/** What every write leaves on a row. Seconds are the finest that is kept. */
export function createStamp({ now, userId }: WriteContext): Row {
  const second = Math.floor(now / 1000) * 1000
  return { LastModifiedDate: second, LastModifiedById: userId, SystemModstamp: second }
}

/** A row before anybody has said anything about it: its id, its defaults, its author. */
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
    // A row of a custom object that is given no name is called by its id.
    else if (nameField && defaultedOnCreate) row[name] = Id
    else if (defaultValue !== null) row[name] = defaultValue
  }
  return row
}
