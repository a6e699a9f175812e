import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { refuseWith } from '../errors.ts'
import { normalId } from '../org/ids.ts'
import { failure } from '../records/failure.ts'
import { externalIdField, upsertRow } from '../records/upsert.ts'
import { type Body, createRow, deleteRow, objectFor, updateRow } from '../records/writer.ts'
import type { ObjectView } from '../schema/view.ts'
import { shaper } from '../soql/shaped-row.ts'
import { bodyOf } from './body.ts'
import type { Resource } from './guard.ts'
import { type Outcome, performAll } from './outcomes.ts'
import { scopeOf } from './query.ts'
import type { Session } from './session.ts'

const ALL = '/composite/sobjects'
const MAX_RECORDS = 200
const MAX_CHUNKS = 10
const MAX_RETRIEVED = 2_000

/** "sObject Collections": up to 200 rows in one call, one outcome each, in the order they were sent. */
export const COLLECTION_RESOURCES: readonly Resource[] = [
  { method: 'POST', path: ALL, handle: create },
  { method: 'PATCH', path: ALL, handle: update },
  { method: 'DELETE', path: ALL, handle: remove },
  { method: 'PATCH', path: `${ALL}/:object/:field`, handle: upsert },
  { method: 'GET', path: `${ALL}/:object`, handle: retrieveByAddress },
  { method: 'POST', path: `${ALL}/:object`, handle: retrieve },
]

function create(session: Session, call: Call): Answer {
  const { records, allOrNone } = recordsOf(call)
  const step = (record: Body): Outcome => ({ id: createRow(session, typeOf(session, record), record) })
  return reply(performAll(session, records, allOrNone, step))
}

function update(session: Session, call: Call): Answer {
  const { records, allOrNone } = recordsOf(call)
  const seen = new Set<string>()
  const step = (record: Body): Outcome => {
    const { id, rest } = withoutId(record)
    if (seen.has(id)) throw failure('DUPLICATE_VALUE', `duplicate id specified: ${id}`)
    seen.add(id)
    updateRow(session, typeOf(session, record), id, rest)
    return { id }
  }
  return reply(performAll(session, records, allOrNone, step))
}

function remove(session: Session, call: Call): Answer {
  const query = call.url.searchParams
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) refuseWith(400, 'REQUIRED_FIELD_MISSING', 'At least 1 Id is required.')
  checkCount(ids.length)
  const step = (text: string): Outcome => {
    const id = normalId(text)
    const type = id === undefined ? undefined : session.org.database.schema.objectOf(id)
    if (id === undefined || !type) throw failure('MALFORMED_ID', `malformed id ${text}`)
    deleteRow(session, objectFor(session, type.name), id)
    return { id }
  }
  return reply(performAll(session, ids, query.get('allOrNone') === 'true', step))
}

function upsert(session: Session, call: Call): Answer {
  const object = objectFor(session, call.params.object ?? '')
  const field = externalIdField(object, call.params.field ?? '')
  const { records, allOrNone } = recordsOf(call)
  const step = (record: Body): Outcome => {
    const value = Object.entries(record).find(([name]) => name.toLowerCase() === field.name.toLowerCase())?.[1]
    if (typeof value !== 'string') throw failure('MISSING_ARGUMENT', `${field.name} not specified`)
    return upsertRow(session, object, { field, value }, record)
  }
  return reply(performAll(session, records, allOrNone, step))
}

function retrieveByAddress(session: Session, call: Call): Answer {
  const list = (name: string) => (call.url.searchParams.get(name) ?? '').split(',').filter(Boolean)
  return retrieved(session, call, list('ids'), list('fields'))
}

function retrieve(session: Session, call: Call): Answer {
  const { ids, fields } = bodyOf(call)
  return retrieved(session, call, textsOf(ids), textsOf(fields))
}

/** Null stands in the place of a row that is not there, or no longer. */
function retrieved(session: Session, call: Call, ids: readonly string[], fields: readonly string[]): Answer {
  const object = objectFor(session, call.params.object ?? '')
  if (ids.length > MAX_RETRIEVED) exceeded(MAX_RETRIEVED)
  const shape = shaper({ scope: scopeOf(session), version: session.version }, object, ['Id', ...withoutIdName(fields)])
  const rows = ids.map((text) => session.org.database.get(object.name, normalId(text) ?? ''))
  return reply(rows.map((row) => (row && !row.IsDeleted ? shape(row) : null)))
}

function withoutIdName(fields: readonly string[]): readonly string[] {
  return fields.filter((name) => name.toLowerCase() !== 'id')
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function recordsOf(call: Call): { records: readonly Body[]; allOrNone: boolean } {
  const { records, allOrNone } = bodyOf(call)
  const list = Array.isArray(records) ? (records as Body[]) : []
  if (list.length === 0) refuseWith(400, 'REQUIRED_FIELD_MISSING', 'At least 1 record is required.')
  checkCount(list.length)
  const types = list.map(typeNameOf)
  const chunks = types.filter((type, index) => type !== types[index - 1]).length
  if (chunks > MAX_CHUNKS) {
    const message = `Cannot have more than ${MAX_CHUNKS} chunks in a single operation.`
    refuseWith(400, 'LIMIT_EXCEEDED', `${message} Please rearrange the data to reduce chunking.`)
  }
  return { records: list, allOrNone: allOrNone === true }
}

function checkCount(count: number): void {
  if (count > MAX_RECORDS) exceeded(MAX_RECORDS)
}

function exceeded(most: number): never {
  const message = `record limit reached. cannot submit more than ${most} records into this call`
  return refuseWith(400, 'EXCEEDED_ID_LIMIT', message)
}

function typeNameOf(record: Body): string {
  const { attributes } = record
  const type = typeof attributes === 'object' && attributes !== null && 'type' in attributes ? attributes.type : ''
  return String(type)
}

/** An unknown type is the record's own failure, not the request's. */
function typeOf({ view }: Session, record: Body): ObjectView {
  const name = typeNameOf(record)
  const object = view.object(name)
  if (object) return object
  throw failure('INVALID_TYPE', `sObject type '${name}' is not supported.`)
}

/** The id of a record to be updated may be written `id` or `Id`. */
function withoutId(record: Body): { id: string; rest: Body } {
  const entry = Object.entries(record).find(([name]) => name.toLowerCase() === 'id')
  if (!entry) throw failure('MISSING_ARGUMENT', 'Id not specified in an update call')
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== entry[0]))
  return { id: normalId(String(entry[1])) ?? String(entry[1]), rest }
}
