import type { Session } from '../api/session.ts'
import { normalizeId } from '../org/ids.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import type { ObjectView } from '../schema/view.ts'
import { type Changes, parseChanges } from './changes.ts'
import { entityIsDeleted, insufficientAccess, notFound, recordError } from './errors.ts'
import { save } from './hooks.ts'
import { createStamp, newRow, type WriteContext } from './new-row.ts'
import { moveToRecycleBin } from './recycle-bin.ts'
import { checkDuplicateRules, checkUnique, checkValidationRules } from './rule-checks.ts'
import { normalizeReferences, validateRow } from './system-validation.ts'

export type Body = Readonly<Record<string, unknown>>

/** Returns the user's view of an object. Throws when it does not exist or is not visible. */
export function requireObject({ view }: Session, name: string): ObjectView {
  const object = view.object(name)
  if (!object) throw notFound()
  return object
}

/** Returns the row with an id of 15 or 18 characters. Throws when it does not exist or is deleted. */
export function requireRow({ org }: Session, object: ObjectView, text: string): Row {
  const id = normalizeId(text)
  if (id === undefined) throw recordError('MALFORMED_ID', `malformed id ${text}`)
  const row = org.database.get(object.name, id)
  if (!row) throw notFound()
  if (row.IsDeleted) throw entityIsDeleted()
  return row
}

/** Creates a row and returns its id. */
export function createRow(session: Session, object: ObjectView, body: Body): string {
  const changes = parseChanges(session, object, body, 'create')
  if (!object.permissions.create) throw insufficientAccess()
  const row = object.type.derive({
    ...newRow(createWriteContext(session), object.type),
    ...normalizeReferences(object.type, changes),
  })
  checkWrite(session, object.type, row, changes)
  checkDuplicateRules(session, object.type, row)
  return String(save(createWriteContext(session), object.name, row).Id)
}

export function updateRow(session: Session, object: ObjectView, id: string, body: Body): void {
  const previous = requireRow(session, object, id)
  const changes = parseChanges(session, object, body, 'update')
  if (!object.permissions.edit) throw insufficientAccess()
  if (session.org.lockedForEditing.has(String(previous.Id))) {
    throw recordError('ENTITY_IS_LOCKED', 'the entity is locked for editing')
  }
  if (previous.IsConverted) throw recordError('CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead')
  const row = object.type.derive(
    { ...previous, ...normalizeReferences(object.type, changes), ...createStamp(createWriteContext(session)) },
    previous,
  )
  checkWrite(session, object.type, row, changes)
  save(createWriteContext(session), object.name, row, previous)
}

export function deleteRow(session: Session, object: ObjectView, id: string): void {
  const row = requireRow(session, object, id)
  if (!object.permissions.delete) throw insufficientAccess()
  checkLocks(session, row, {})
  moveToRecycleBin(session.org.database, object.type, row, createStamp(createWriteContext(session)))
}

function createWriteContext({ salesforce, account, org }: Session): WriteContext {
  return { database: org.database, now: salesforce.clock.now(), userId: account.userId }
}

/** Checks in the platform's order: row locks, system validation, then the org's own rules. */
function checkWrite(session: Session, type: ObjectType, row: Row, changes: Changes): void {
  checkLocks(session, row, changes)
  validateRow(session, type, row, changes)
  checkUnique(session, type, row)
  checkValidationRules(session, type, row)
}

/** A write locks the row itself and every row that it references. */
function checkLocks({ org }: Session, row: Row, changes: Changes): void {
  const lockedIds = ['Id', ...Object.keys(changes)].map((name) => String(row[name]))
  const locked = org.locks.takeLocked(lockedIds)
  if (locked === undefined) return
  const message = `unable to obtain exclusive access to this record or 1 records: ${locked}`
  throw recordError('UNABLE_TO_LOCK_ROW', message)
}
