import { type Answer, empty } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { notFound } from '../records/failure.ts'
import { attributesOf, jsonOf } from '../records/json.ts'
import { Ambiguous, externalIdField, rowsWith, upsertRow } from '../records/upsert.ts'
import { createRow, deleteRow, objectFor, rowFor, updateRow } from '../records/writer.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { shapedRow } from '../soql/shaped-row.ts'
import { bodyOf } from './body.ts'
import type { Resource } from './guard.ts'
import { scopeOf } from './query.ts'
import type { Session } from './session.ts'

const ROW = '/sobjects/:object/:id'
const BY_KEY = '/sobjects/:object/:field/:value'

/** "sObject Rows" and "sObject Rows by External ID". */
export const ROW_RESOURCES: readonly Resource[] = [
  { method: 'POST', path: '/sobjects/:object', handle: create },
  { method: 'GET', path: ROW, handle: (session, call) => read(session, call) },
  { method: 'PATCH', path: ROW, handle: update },
  { method: 'DELETE', path: ROW, handle: remove },
  { method: 'GET', path: BY_KEY, handle: readByKeyOrBlob },
  { method: 'PATCH', path: BY_KEY, handle: upsert },
]

function create(session: Session, call: Call): Answer {
  const object = objectOf(session, call)
  const id = createRow(session, object, bodyOf(call))
  const location = `/services/data/${session.version}/sobjects/${object.name}/${id}`
  return reply({ id, success: true, errors: [] }, 201, { location })
}

function read(session: Session, call: Call): Answer {
  const object = objectOf(session, call)
  return rowAnswer(session, call, object, rowFor(session, object, call.params.id ?? ''))
}

function update(session: Session, call: Call): Answer {
  updateRow(session, objectOf(session, call), call.params.id ?? '', bodyOf(call))
  return empty()
}

function remove(session: Session, call: Call): Answer {
  deleteRow(session, objectOf(session, call), call.params.id ?? '')
  return empty()
}

/** The path of a blob field looks like that of an external id: the middle is an id in the one, a field in the other. */
function readByKeyOrBlob(session: Session, call: Call): Answer {
  const object = objectOf(session, call)
  const { field: middle = '', value = '' } = call.params
  const blob = object.field(value)
  if (blob?.type === 'base64') return blobAnswer(rowFor(session, object, middle), blob.name, object.name)
  const rows = rowsWith(session, object, externalIdField(object, middle), value)
  if (rows.length > 1) return choices(session, object, rows)
  const [row] = rows
  if (!row) throw notFound()
  return rowAnswer(session, call, object, row)
}

/** Before API version 46 an update by key said nothing, as one by id does. */
const TELLS_CREATED = 46

function upsert(session: Session, call: Call): Answer {
  const object = objectOf(session, call)
  const { field = '', value = '' } = call.params
  const updateOnly = call.url.searchParams.get('updateOnly') === 'true'
  try {
    const key = { field: externalIdField(object, field), value, updateOnly }
    const { id, created } = upsertRow(session, object, key, bodyOf(call))
    if (!created && Number.parseInt(session.version.slice(1), 10) < TELLS_CREATED) return empty()
    return reply({ id, success: true, errors: [], created }, created ? 201 : 200)
  } catch (error) {
    if (error instanceof Ambiguous) return choices(session, object, error.rows)
    throw error
  }
}

function objectOf(session: Session, call: Call): ObjectView {
  return objectFor(session, call.params.object ?? '')
}

function choices({ version }: Session, { name }: ObjectView, rows: readonly Row[]): Answer {
  return reply(
    rows.map(({ Id }) => `/services/data/${version}/sobjects/${name}/${Id}`),
    300,
  )
}

function rowAnswer(session: Session, call: Call, object: ObjectView, row: Row): Answer {
  const fields = call.url.searchParams.get('fields')
  if (fields === null) return reply(wholeRow(session, object, row))
  const names = fields.split(',').map((name) => name.trim())
  return reply(shapedRow({ scope: scopeOf(session), version: session.version }, object, names, row))
}

function wholeRow({ version }: Session, object: ObjectView, row: Row): object {
  const values = object.fields.map((field) => [field.name, jsonOf(field, row, object.name, version)])
  return { attributes: attributesOf(object.name, row, version), ...Object.fromEntries(values) }
}

/** The bytes themselves. */
function blobAnswer(row: Row, field: string, object: string): Answer {
  const value = row[field]
  if (typeof value !== 'string') throw notFound()
  const type = object === 'ContentNote' ? 'text/html;charset=UTF-8' : 'application/octet-stream'
  return { status: 200, headers: { 'content-type': type }, body: Buffer.from(value, 'base64') }
}
