import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { failWith } from '../errors.ts'
import { normalizeId } from '../org/ids.ts'
import { recordError } from '../records/errors.ts'
import { externalIdField, upsertRow } from '../records/upsert.ts'
import { type Body, createRow, deleteRow, requireObject, updateRow } from '../records/writer.ts'
import { jsonResponse } from '../responses.ts'
import type { ObjectView } from '../schema/view.ts'
import { createFieldRenderer } from '../soql/select/shaped-row.ts'
import { parseBody } from './body.ts'
import type { Resource } from './guard.ts'
import { createScope } from './query.ts'
import { type SaveResult, saveAll } from './save-results.ts'
import type { Session } from './session.ts'

const COLLECTIONS_PATH = '/composite/sobjects'
const MAX_RECORDS = 200
const MAX_CHUNKS = 10
const MAX_RETRIEVED = 2_000

/** "sObject Collections": writes up to 200 rows in one call. The results are in the order of the request. */
export const COLLECTION_RESOURCES: readonly Resource[] = [
  { method: 'POST', path: COLLECTIONS_PATH, handle: create },
  { method: 'PATCH', path: COLLECTIONS_PATH, handle: update },
  { method: 'DELETE', path: COLLECTIONS_PATH, handle: remove },
  { method: 'PATCH', path: `${COLLECTIONS_PATH}/:object/:field`, handle: upsert },
  { method: 'GET', path: `${COLLECTIONS_PATH}/:object`, handle: retrieveByQuery },
  { method: 'POST', path: `${COLLECTIONS_PATH}/:object`, handle: retrieve },
]

function create(session: Session, request: HttpRequest): HttpResponse {
  const { records, allOrNone } = parseRecords(request)
  const step = (record: Body): SaveResult => ({ id: createRow(session, requireType(session, record), record) })
  return jsonResponse(saveAll(session, records, allOrNone, step))
}

function update(session: Session, request: HttpRequest): HttpResponse {
  const { records, allOrNone } = parseRecords(request)
  const seen = new Set<string>()
  const step = (record: Body): SaveResult => {
    const { id, rest } = splitId(record)
    if (seen.has(id)) throw recordError('DUPLICATE_VALUE', `duplicate id specified: ${id}`)
    seen.add(id)
    updateRow(session, requireType(session, record), id, rest)
    return { id }
  }
  return jsonResponse(saveAll(session, records, allOrNone, step))
}

function remove(session: Session, request: HttpRequest): HttpResponse {
  const query = request.url.searchParams
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) failWith(400, 'REQUIRED_FIELD_MISSING', 'At least 1 Id is required.')
  checkCount(ids.length)
  const step = (text: string): SaveResult => {
    const id = normalizeId(text)
    const type = id === undefined ? undefined : session.org.database.schema.findByKeyPrefix(id)
    if (id === undefined || !type) throw recordError('MALFORMED_ID', `malformed id ${text}`)
    deleteRow(session, requireObject(session, type.name), id)
    return { id }
  }
  return jsonResponse(saveAll(session, ids, query.get('allOrNone') === 'true', step))
}

function upsert(session: Session, request: HttpRequest): HttpResponse {
  const object = requireObject(session, request.params.object ?? '')
  const field = externalIdField(object, request.params.field ?? '')
  const { records, allOrNone } = parseRecords(request)
  const step = (record: Body): SaveResult => {
    const value = Object.entries(record).find(([name]) => name.toLowerCase() === field.name.toLowerCase())?.[1]
    if (typeof value !== 'string') throw recordError('MISSING_ARGUMENT', `${field.name} not specified`)
    return upsertRow(session, object, { field, value }, record)
  }
  return jsonResponse(saveAll(session, records, allOrNone, step))
}

function retrieveByQuery(session: Session, request: HttpRequest): HttpResponse {
  const list = (name: string) => (request.url.searchParams.get(name) ?? '').split(',').filter(Boolean)
  return retrieveRows(session, request, list('ids'), list('fields'))
}

function retrieve(session: Session, request: HttpRequest): HttpResponse {
  const { ids, fields } = parseBody(request)
  return retrieveRows(session, request, toStrings(ids), toStrings(fields))
}

/** Missing and deleted rows are returned as null. */
function retrieveRows(
  session: Session,
  request: HttpRequest,
  ids: readonly string[],
  fields: readonly string[],
): HttpResponse {
  const object = requireObject(session, request.params.object ?? '')
  if (ids.length > MAX_RETRIEVED) failLimit(MAX_RETRIEVED)
  const shape = createFieldRenderer({ scope: createScope(session), version: session.version }, object, [
    'Id',
    ...omitIdName(fields),
  ])
  const rows = ids.map((text) => session.org.database.get(object.name, normalizeId(text) ?? ''))
  return jsonResponse(rows.map((row) => (row && !row.IsDeleted ? shape(row) : null)))
}

function omitIdName(fields: readonly string[]): readonly string[] {
  return fields.filter((name) => name.toLowerCase() !== 'id')
}

function toStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function parseRecords(request: HttpRequest): { records: readonly Body[]; allOrNone: boolean } {
  const { records, allOrNone } = parseBody(request)
  const list = Array.isArray(records) ? (records as Body[]) : []
  if (list.length === 0) failWith(400, 'REQUIRED_FIELD_MISSING', 'At least 1 record is required.')
  checkCount(list.length)
  const types = list.map(getTypeName)
  const chunks = types.filter((type, index) => type !== types[index - 1]).length
  if (chunks > MAX_CHUNKS) {
    const message = `Cannot have more than ${MAX_CHUNKS} chunks in a single operation.`
    failWith(400, 'LIMIT_EXCEEDED', `${message} Please rearrange the data to reduce chunking.`)
  }
  return { records: list, allOrNone: allOrNone === true }
}

function checkCount(count: number): void {
  if (count > MAX_RECORDS) failLimit(MAX_RECORDS)
}

function failLimit(max: number): never {
  const message = `record limit reached. cannot submit more than ${max} records into this call`
  return failWith(400, 'EXCEEDED_ID_LIMIT', message)
}

function getTypeName(record: Body): string {
  const { attributes } = record
  const type = typeof attributes === 'object' && attributes !== null && 'type' in attributes ? attributes.type : ''
  return String(type)
}

/** An unknown type is an error of the record, not of the request. */
function requireType({ view }: Session, record: Body): ObjectView {
  const name = getTypeName(record)
  const object = view.object(name)
  if (object) return object
  throw recordError('INVALID_TYPE', `sObject type '${name}' is not supported.`)
}

/** The key of the id may be written `id` or `Id`. */
function splitId(record: Body): { id: string; rest: Body } {
  const entry = Object.entries(record).find(([name]) => name.toLowerCase() === 'id')
  if (!entry) throw recordError('MISSING_ARGUMENT', 'Id not specified in an update call')
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== entry[0]))
  return { id: normalizeId(String(entry[1])) ?? String(entry[1]), rest }
}
