import type { Session } from '../api/session.ts'
import type { Field, Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { notFound, RecordError, recordError } from './errors.ts'
import { type Body, createRow, updateRow } from './writer.ts'

export interface UpsertResult {
  id: string
  created: boolean
}

/** Returns the external id field of a path, or throws when it is not one. */
export function externalIdField(object: ObjectView, name: string): Field {
  const field = object.field(name)
  if (field?.externalId || field?.type === 'id') return field
  throw recordError('NOT_FOUND', `Provided external ID field does not exist or is not accessible: ${name}`, [], 404)
}

export function findByExternalId({ org }: Session, object: ObjectView, field: Field, value: string): readonly Row[] {
  return org.database.findByValue(object.name, field.name, value)
}

/** Several rows have the external id. The response lists them with status 300. */
export class AmbiguousKeyError extends RecordError {
  readonly rows: readonly Row[]
  constructor(rows: readonly Row[], value: string) {
    const message = `External id value matches ${rows.length} records: ${value}`
    super(300, [{ errorCode: 'DUPLICATE_EXTERNAL_ID', message, fields: [] }])
    this.rows = rows
  }
}

export interface UpsertKey {
  field: Field
  value: string
  /** If true, no row is created. */
  updateOnly?: boolean
}

export function upsertRow(session: Session, object: ObjectView, key: UpsertKey, body: Body): UpsertResult {
  const { field, value, updateOnly = false } = key
  const found = findByExternalId(session, object, field, value)
  if (found.length > 1) throw new AmbiguousKeyError(found, value)
  const [row] = found
  const rest = omitField(body, field.name)
  if (row) {
    updateRow(session, object, String(row.Id), rest)
    return { id: String(row.Id), created: false }
  }
  if (updateOnly || field.type === 'id') throw notFound()
  return { id: createRow(session, object, { ...rest, [field.name]: value }), created: true }
}

/** The external id is in the path and may also be in the body. */
function omitField(body: Body, name: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key.toLowerCase() !== name.toLowerCase()))
}
