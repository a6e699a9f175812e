import type { Database } from '../org/database.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'

/** An enhanced note is a document as well, under the same id. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  ContentNote: 'ContentDocument',
  ContentDocument: 'ContentNote',
}

/** Puts a row into the recycle bin, its dependents with it; where it was only mentioned, the mention is cleared. */
export function moveToRecycleBin(database: Database, type: ObjectType, row: Row, stamp: Row): void {
  database.put(type.name, { ...row, ...stamp, IsDeleted: true })
  const twinType = database.schema.object(COUNTERPARTS[type.name] ?? '')
  const twin = twinType && database.get(twinType.name, String(row.Id))
  if (twinType && twin && !twin.IsDeleted) moveToRecycleBin(database, twinType, twin, stamp)
  for (const { child, field } of database.schema.childrenOf(type)) {
    for (const dependent of database.findByValue(child.name, field.name, row.Id ?? null)) {
      if (field.cascadeDelete) moveToRecycleBin(database, child, dependent, stamp)
      else database.put(child.name, { ...dependent, ...stamp, [field.name]: null })
    }
  }
}
