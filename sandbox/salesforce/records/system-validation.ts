import type { Session } from '../api/session.ts'
import type { Database } from '../org/database.ts'
import { normalizeId } from '../org/ids.ts'
import type { SalesforceError } from '../responses.ts'
import { type Field, isRequired, type Row, type Value } from '../schema/field.ts'
import type { ObjectType } from '../schema/object-type.ts'
import type { SchemaView } from '../schema/view.ts'
import type { Changes } from './changes.ts'
import { entityIsDeleted, RecordError } from './errors.ts'

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/

/** System validation, which runs before the org's own rules. Throws one RecordError with all errors. */
export function validateRow({ org, view }: Session, type: ObjectType, row: Row, changes: Changes): void {
  const fields = [...type.fields.values()]
  const missing = fields.filter((field) => isRequired(field) && (row[field.name] ?? null) === null)
  const invalid = fields.flatMap((field) => {
    const value = changes[field.name] ?? null
    return value === null ? [] : validateField(org.database, view, field, value)
  })
  const errors = [...(missing.length > 0 ? [requiredMissing(missing)] : []), ...invalid]
  if (errors.length > 0) throw new RecordError(400, errors)
}

/** Converts references to 18-character ids, the form in which they are stored. */
export function normalizeReferences(type: ObjectType, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const isReference = type.fields.get(name.toLowerCase())?.type === 'reference'
      return [name, isReference && typeof value === 'string' ? (normalizeId(value) ?? value) : value]
    }),
  )
}

function requiredMissing(fields: readonly Field[]): SalesforceError {
  const names = fields.map(({ name }) => name)
  const message = `Required fields are missing: [${names.join(', ')}]`
  return { errorCode: 'REQUIRED_FIELD_MISSING', message, fields: names }
}

function validateField(database: Database, view: SchemaView, field: Field, value: Value): SalesforceError[] {
  const fields = [field.name]
  const text = String(value)
  if (field.length > 0 && field.type !== 'reference' && text.length > field.length) {
    const message = `${field.label}: data value too large: ${text} (max length=${field.length})`
    return [{ errorCode: 'STRING_TOO_LONG', message, fields }]
  }
  if (field.restricted && !isListed(field, text)) {
    const message = `${field.label}: bad value for restricted picklist field: ${text}`
    return [{ errorCode: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', message, fields }]
  }
  if (field.type === 'email' && !EMAIL.test(text)) {
    return [{ errorCode: 'INVALID_EMAIL_ADDRESS', message: `${field.label}: invalid email address: ${text}`, fields }]
  }
  return field.type === 'reference' ? validateReference(database, view, field, text) : []
}

/** The values of a multi-select picklist are joined by semicolons. */
function isListed({ type, picklistValues }: Field, text: string): boolean {
  const chosen = type === 'multipicklist' ? text.split(';') : [text]
  return chosen.every((choice) => picklistValues.some(({ value, active }) => active && value === choice))
}

function validateReference(database: Database, view: SchemaView, field: Field, text: string): SalesforceError[] {
  const id = normalizeId(text)
  const type = id === undefined ? undefined : database.schema.findByKeyPrefix(id)
  if (id === undefined || !type || !field.referenceTo.includes(type.name)) {
    const message = `${field.label}: id value of incorrect type: ${text}`
    return [{ errorCode: 'MALFORMED_ID', message, fields: [field.name] }]
  }
  const target = database.find(id)
  if (!target) return [{ errorCode: 'INVALID_CROSS_REFERENCE_KEY', message: 'invalid cross reference id', fields: [] }]
  if (target.row.IsDeleted) throw entityIsDeleted()
  if (view.object(type.name)) return []
  const message = `insufficient access rights on cross-reference id: ${id.slice(0, 15)}`
  return [{ errorCode: 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY', message, fields: [] }]
}
