import type { HttpRequest } from '../../core/http/request.ts'
import { empty, type HttpResponse } from '../../core/http/responses.ts'
import { notFound } from '../records/errors.ts'
import { toAttributes, toFieldJson } from '../records/json.ts'
import { AmbiguousKeyError, externalIdField, findByExternalId, upsertRow } from '../records/upsert.ts'
import { createRow, deleteRow, requireObject, requireRow, updateRow } from '../records/writer.ts'
import { jsonResponse } from '../responses.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { renderFields } from '../soql/select/shaped-row.ts'
import { parseBody } from './body.ts'
import type { Resource } from './guard.ts'
import { createScope } from './query.ts'
import type { Session } from './session.ts'

const ROW = '/sobjects/:object/:id'
const BY_EXTERNAL_ID = '/sobjects/:object/:field/:value'

/** "sObject Rows" and "sObject Rows by External ID". */
export const ROW_RESOURCES: readonly Resource[] = [
  { method: 'POST', path: '/sobjects/:object', handle: create },
  { method: 'GET', path: ROW, handle: (session, request) => read(session, request) },
  { method: 'PATCH', path: ROW, handle: update },
  { method: 'DELETE', path: ROW, handle: remove },
  { method: 'GET', path: BY_EXTERNAL_ID, handle: readByExternalIdOrBlob },
  { method: 'PATCH', path: BY_EXTERNAL_ID, handle: upsert },
]

function create(session: Session, request: HttpRequest): HttpResponse {
  const object = getObject(session, request)
  const id = createRow(session, object, parseBody(request))
  const location = `/services/data/${session.version}/sobjects/${object.name}/${id}`
  return jsonResponse({ id, success: true, errors: [] }, 201, { location })
}

function read(session: Session, request: HttpRequest): HttpResponse {
  const object = getObject(session, request)
  return rowResponse(session, request, object, requireRow(session, object, request.params.id ?? ''))
}

function update(session: Session, request: HttpRequest): HttpResponse {
  updateRow(session, getObject(session, request), request.params.id ?? '', parseBody(request))
  return empty()
}

function remove(session: Session, request: HttpRequest): HttpResponse {
  deleteRow(session, getObject(session, request), request.params.id ?? '')
  return empty()
}

/** `/<object>/<id>/<blob field>` and `/<object>/<external id field>/<value>` have the same pattern. */
function readByExternalIdOrBlob(session: Session, request: HttpRequest): HttpResponse {
  const object = getObject(session, request)
  const { field: middle = '', value = '' } = request.params
  const blob = object.field(value)
  if (blob?.type === 'base64') return blobResponse(requireRow(session, object, middle), blob.name, object.name)
  const rows = findByExternalId(session, object, externalIdField(object, middle), value)
  if (rows.length > 1) return multipleChoices(session, object, rows)
  const [row] = rows
  if (!row) throw notFound()
  return rowResponse(session, request, object, row)
}

/** Before API version 46 an update by external id had no response body. */
const CREATED_FLAG_SINCE_VERSION = 46

function upsert(session: Session, request: HttpRequest): HttpResponse {
  const object = getObject(session, request)
  const { field = '', value = '' } = request.params
  const updateOnly = request.url.searchParams.get('updateOnly') === 'true'
  try {
    const key = { field: externalIdField(object, field), value, updateOnly }
    const { id, created } = upsertRow(session, object, key, parseBody(request))
    if (!created && Number.parseInt(session.version.slice(1), 10) < CREATED_FLAG_SINCE_VERSION) return empty()
    return jsonResponse({ id, success: true, errors: [], created }, created ? 201 : 200)
  } catch (error) {
    if (error instanceof AmbiguousKeyError) return multipleChoices(session, object, error.rows)
    throw error
  }
}

function getObject(session: Session, request: HttpRequest): ObjectView {
  return requireObject(session, request.params.object ?? '')
}

function multipleChoices({ version }: Session, { name }: ObjectView, rows: readonly Row[]): HttpResponse {
  return jsonResponse(
    rows.map(({ Id }) => `/services/data/${version}/sobjects/${name}/${Id}`),
    300,
  )
}

function rowResponse(session: Session, request: HttpRequest, object: ObjectView, row: Row): HttpResponse {
  const fields = request.url.searchParams.get('fields')
  if (fields === null) return jsonResponse(toFullRowJson(session, object, row))
  const names = fields.split(',').map((name) => name.trim())
  return jsonResponse(renderFields({ scope: createScope(session), version: session.version }, object, names, row))
}

function toFullRowJson({ version }: Session, object: ObjectView, row: Row): object {
  const values = object.fields.map((field) => [field.name, toFieldJson(field, row, object.name, version)])
  return { attributes: toAttributes(object.name, row, version), ...Object.fromEntries(values) }
}

/** The content of a blob field. */
function blobResponse(row: Row, field: string, object: string): HttpResponse {
  const value = row[field]
  if (typeof value !== 'string') throw notFound()
  const type = object === 'ContentNote' ? 'text/html;charset=UTF-8' : 'application/octet-stream'
  return { status: 200, headers: { 'content-type': type }, body: Buffer.from(value, 'base64') }
}
