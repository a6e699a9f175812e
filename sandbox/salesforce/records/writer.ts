import type { Session } from '../api/session.ts'
import { normalId } from '../org/ids.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import type { ObjectView } from '../schema/view.ts'
import { type Changes, readChanges } from './changes.ts'
import { checkRow, withNormalIds } from './checks.ts'
import { failure, isDeleted, notAllowed, notFound } from './failure.ts'
import { save } from './hooks.ts'
import { type Author, newRow, stampOf } from './new-row.ts'
import { removeRow } from './remove.ts'
import { checkDuplicateRules, checkUnique, checkValidationRules } from './rules.ts'

export type Body = Readonly<Record<string, unknown>>

/** The object as this user sees it; what he does not see does not exist. */
export function objectFor({ view }: Session, name: string): ObjectView {
  const object = view.object(name)
  if (!object) throw notFound()
  return object
}

/** The row behind an id in a path, whatever its length. */
export function rowFor({ org }: Session, object: ObjectView, text: string): Row {
  const id = normalId(text)
  if (id === undefined) throw failure('MALFORMED_ID', `malformed id ${text}`)
  const row = org.database.get(object.name, id)
  if (!row) throw notFound()
  if (row.IsDeleted) throw isDeleted()
  return row
}

/** Makes a row and returns its id. */
export function createRow(session: Session, object: ObjectView, body: Body): string {
  const changes = readChanges(session, object, body, 'create')
  if (!object.may.create) throw notAllowed()
  const row = object.type.derive({ ...newRow(authorOf(session), object.type), ...withNormalIds(object.type, changes) })
  checkWrite(session, object.type, row, changes)
  checkDuplicateRules(session, object.type, row)
  return String(save(authorOf(session), object.name, row).Id)
}

export function updateRow(session: Session, object: ObjectView, id: string, body: Body): void {
  const before = rowFor(session, object, id)
  const changes = readChanges(session, object, body, 'update')
  if (!object.may.edit) throw notAllowed()
  if (session.org.lockedForEditing.has(String(before.Id))) {
    throw failure('ENTITY_IS_LOCKED', 'the entity is locked for editing')
  }
  if (before.IsConverted) throw failure('CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead')
  const row = object.type.derive(
    { ...before, ...withNormalIds(object.type, changes), ...stampOf(authorOf(session)) },
    before,
  )
  checkWrite(session, object.type, row, changes)
  save(authorOf(session), object.name, row, before)
}

export function deleteRow(session: Session, object: ObjectView, id: string): void {
  const row = rowFor(session, object, id)
  if (!object.may.delete) throw notAllowed()
  checkLocks(session, row, {})
  removeRow(session.org.database, object.type, row, stampOf(authorOf(session)))
}

function authorOf({ salesforce, account, org }: Session): Author {
  return { database: org.database, now: salesforce.clock.now(), userId: account.userId }
}

/** In the platform's order: row locks, system validation, then the org's own rules. */
function checkWrite(session: Session, type: ObjectType, row: Row, changes: Changes): void {
  checkLocks(session, row, changes)
  checkRow(session, type, row, changes)
  checkUnique(session, type, row)
  checkValidationRules(session, type, row)
}

/** A write needs the row itself and every row it points to. */
function checkLocks({ org }: Session, row: Row, changes: Changes): void {
  const needed = ['Id', ...Object.keys(changes)].map((name) => String(row[name]))
  const locked = org.locks.strike(needed)
  if (locked === undefined) return
  const message = `unable to obtain exclusive access to this record or 1 records: ${locked}`
  throw failure('UNABLE_TO_LOCK_ROW', message)
}
