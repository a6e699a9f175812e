import type { Database } from '../org/database.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'

/** An enhanced note and its document have the same id. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  ContentNote: 'ContentDocument',
  ContentDocument: 'ContentNote',
}

/** Deletes a row and, in cascade, its dependents. Other references to it are set to null. */
export function moveToRecycleBin(database: Database, type: ObjectType, row: Row, stamp: Row): void {
  database.put(type.name, { ...row, ...stamp, IsDeleted: true })
  const counterpartType = database.schema.object(COUNTERPARTS[type.name] ?? '')
  const counterpart = counterpartType && database.get(counterpartType.name, String(row.Id))
  if (counterpartType && counterpart && !counterpart.IsDeleted) {
    moveToRecycleBin(database, counterpartType, counterpart, stamp)
  }
  for (const { child, field } of database.schema.childrenOf(type)) {
    for (const dependent of database.findByValue(child.name, field.name, row.Id ?? null)) {
      if (field.cascadeDelete) moveToRecycleBin(database, child, dependent, stamp)
      else database.put(child.name, { ...dependent, ...stamp, [field.name]: null })
    }
  }
}
