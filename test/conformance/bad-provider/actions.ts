import { randomUUID } from 'node:crypto'
import { type Call, PROVIDER } from './call.ts'
import { invalid, type Json, ProblemError } from './json.ts'
import { toTable, toValues } from './tables.ts'
import { ORIGIN, type StoredRecord } from './vendor.ts'

export function upsertTable(call: Call): Json {
  const { vendor, has, body } = call
  if (body.table.records.length === 0 && has('a table without records is an error')) throw new Error('nothing to write')
  const written = body.table.records.map(({ externalId, values }: Json) => {
    const members = Object.fromEntries(values.map(({ name, value }: Json) => [name, value]))
    const id = isCreated(call, externalId, members) ? undefined : externalId
    const saved = has('nothing is stored') ? { externalId: id ?? `rec-${randomUUID()}` } : vendor.save(id, members)
    return has('created records have no ids') && !externalId ? { values } : { externalId: saved.externalId, values }
  })
  const isReversed = has('records come back in another order')
  return toTable(call, body.table.metadata.metadataType, isReversed ? written.toReversed() : written)
}

/** Whether a record is created: it has no id, or the provider thinks that it needs another one. */
function isCreated({ vendor, has }: Call, externalId: string, members: Record<string, string>): boolean {
  if (!externalId || has('every write creates')) return true
  const stored = vendor.records.get(externalId)?.values ?? {}
  const isSame = Object.entries(members).every(([name, value]) => stored[name] === value)
  return isSame && has('a record without a change is created again')
}

export function upsertNotes({ vendor, has, body }: Call): Json {
  const written = body.externalNotes.map((note: Json) => {
    const externalId = note.externalId && !has('every note creates') ? note.externalId : `note-${randomUUID()}`
    vendor.notes.add(externalId)
    return has('notes have no ids') ? note : { ...note, externalId }
  })
  return has('notes come back in another order') ? written.toReversed() : written
}

export function tag(call: Call): Json {
  const { body, has } = call
  if (!body.tags) return toTag(call, body.tag)
  const tags = body.tags.map((reference: Json) => toTag(call, reference))
  return has('tags are sorted') ? tags.toSorted((a: Json, b: Json) => a.externalId.localeCompare(b.externalId)) : tags
}

function toTag({ vendor, has }: Call, { externalId, alias }: Json): Json {
  const isIt = (record: StoredRecord) => (externalId ? record.externalId === externalId : record.values.Name === alias)
  const record = [...vendor.records.values()].find(isIt)
  if (!record) throw new ProblemError(404, 'not-found', 'The vendor has no such record.')
  const id = has('tags get new ids') ? randomUUID() : record.externalId
  return { externalId: id, tagType: 'topic', alias: has('tags have no names') ? '' : record.values.Name }
}

export function link(call: Call): Json {
  const { body, application, has } = call
  const [, id] = /^https:\/\/vendor\.example\/records\/([\w-]+)$/.exec(body.url) ?? []
  if (!id && !has('any site is a document'))
    throw new ProblemError(404, 'not-found', 'This is no address of the vendor.')
  return {
    provider: PROVIDER,
    ...(has('links name no application') ? {} : { application }),
    externalId: has('links get new ids') ? randomUUID() : (id ?? body.url),
    url: body.url,
    title: 'A record',
  }
}

function requireFunction({ body, has }: Call): void {
  if (body.functionName === 'report' || has('an unknown function is executed')) return
  throw invalid('#/functionName', 'is no function of this provider')
}

export function functionInputs(call: Call): Json {
  requireFunction(call)
  const input = { name: 'fileName', label: 'File name', valueSource: { kind: 'userInput' } }
  return { inputs: call.has('inputs occur twice') ? [input, input] : [input] }
}

export function executeFunction(call: Call): Json {
  requireFunction(call)
  return call.has('a function returns nothing') ? {} : { outputUrl: `${ORIGIN}/files/1`, externalId: 'file-1' }
}

export function query(call: Call): Json {
  const { body, vendor, has, application } = call
  const { metadataType, searchCriteria = [], returnFields = [], limit = 25 } = body
  if (metadataType !== 'Account' && has('an unknown type has no records')) return { records: [], hasMore: false }
  if (metadataType !== 'Account') throw invalid('#/metadataType', 'is no type of the vendor')
  const criteria = has('criteria are ignored') ? [] : searchCriteria
  const matching = [...vendor.records.values()].filter((record) =>
    criteria.every((criterion: Json) => matches(call, record, criterion)),
  )
  const shown = has('queries ignore the limit') ? matching : matching.slice(0, limit)
  const records = shown.map(({ externalId, values }) => ({
    provider: PROVIDER,
    application: has('records name another application') ? 'somebody-else' : application,
    metadataType,
    externalId,
    title: values.Name ?? '',
    uri: `${ORIGIN}/records/${externalId}`,
    values: toValues(values).filter(({ name }) => has('all fields are returned') || returnFields.includes(name)),
  }))
  const hasMore = has('hasMore is true at the limit') ? matching.length >= limit : matching.length > limit
  return { records, hasMore: !has('hasMore is always false') && hasMore }
}

function matches({ has }: Call, { values }: StoredRecord, { fieldName, operator, value, values: list }: Json): boolean {
  const found = values[fieldName]
  if (operator === 'in') return list.includes(found)
  if (operator === 'isNotNull') return found !== undefined && found !== ''
  return operator === 'eq' || has('neq is eq') ? found === value : found !== value
}
