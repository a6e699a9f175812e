import type { Row, Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import { save } from './hooks.ts'
import { newRow, type WriteContext } from './new-row.ts'
import { parseDatetime } from './values.ts'

/**
 * Inserts a row without any checks. It may set system fields, such as past dates and IsDeleted. Datetimes may be given as
 * ISO text or epoch ms.
 */
export function insertUnchecked(context: WriteContext, object: string, fields: Row): Row {
  const type = context.database.schema.object(object)
  if (!type) throw new RangeError(`Unknown object ${object}`)
  const values = normalizeFields(type, fields)
  const stamps = { ...toStamps(values.CreatedDate), ...toStamps(values.LastModifiedDate) }
  return save(context, type.name, type.derive({ ...newRow(context, type), ...stamps, ...values }))
}

/** By default a row was not modified after its creation. */
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
