import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import { save } from './hooks.ts'
import { newRow, type WriteContext } from './new-row.ts'
import { parseDatetime } from './values.ts'

/**
 * Puts a row into the org past all checks, with whatever it says of itself: an old date, a late one, a deletion.
 * Datetimes may be given as ISO text.
 */
export function insertUnchecked(context: WriteContext, object: string, fields: Row): Row {
  const type = context.database.schema.object(object)
  if (!type) throw new RangeError(`There is no object ${object}`)
  const given = normalizeFields(type, fields)
  const stamps = { ...toStamps(given.CreatedDate), ...toStamps(given.LastModifiedDate) }
  return save(context, type.name, type.derive({ ...newRow(context, type), ...stamps, ...given }))
}

/** A row that is said to be old was not touched since. */
function toStamps(instant: Value | undefined): Row {
  return typeof instant === 'number' ? { LastModifiedDate: instant, SystemModstamp: instant } : {}
}

function normalizeFields(type: ObjectType, fields: Row): Row {
  const entries = Object.entries(fields).map(([name, value]) => {
    const field = type.fields.get(name.toLowerCase())
    if (!field) throw new RangeError(`${type.name} has no field ${name}`)
    const isInstant = field.type === 'datetime' && typeof value === 'string'
    return [field.name, isInstant ? (parseDatetime(value) ?? null) : value] as const
  })
  return Object.fromEntries(entries)
}
