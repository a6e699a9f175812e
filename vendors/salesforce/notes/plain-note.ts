import type { ConnectedProvider } from '../../../src/contract/index.ts'
import { truncateText } from '../../../src/kit/html.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toChunks } from '../api/chunks.ts'
import { MAX_RECORDS, type RecordInput, type WriteOutcome, writeCollection } from '../api/collections.ts'
import { toKeyPrefix } from '../api/ids.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { name, names, soql } from '../soql/statement.ts'
import type { PlainKind } from './kind.ts'
import type { NoteResult, PendingNote } from './pending.ts'
import { fetchClosedStatus } from './task-status.ts'
import { fetchToday } from './today.ts'

/** Writes a note as plain text, once for each of its records. Its id consists of the ids of all of them. */
export async function writePlainNote(
  org: Org,
  connection: ConnectedProvider,
  kind: PlainKind,
  note: PendingNote,
): Promise<NoteResult> {
  const { toNoteText } = await import('./html.ts')
  const fields = toFields(kind, note.title, toNoteText(note.note))
  const newFields = kind === 'Task' ? { ...fields, ...(await toCompletedFields(org, connection)) } : fields
  const records = toRecords(kind, { fields, newFields }, note, await fetchParents(org, kind, note.ids))
  if (records.length === 0) return { outcome: { state: 'rejected', errors: [NO_PARENT] } }
  const outcomes: WriteOutcome[] = []
  for (const group of [records.filter(({ id }) => id), records.filter(({ id }) => !id)]) {
    for (const chunk of toChunks(group, MAX_RECORDS)) outcomes.push(...(await writeCollection(org, kind, chunk)))
  }
  const written = outcomes.flatMap((outcome) => (outcome.state === 'written' ? outcome.id : []))
  const id = [...new Set([...note.ids, ...written])].join('.')
  return omitUndefined({
    id: id || undefined,
    outcome: outcomes.find(({ state }) => state !== 'written') ?? { state: 'written', id },
  })
}

const NO_PARENT = { code: 'REQUIRED_FIELD_MISSING', message: 'A classic note requires a record that it belongs to.' }

/** Fetches the parent of each existing note. Returns the ids of the notes by parent. */
async function fetchParents(org: Org, kind: PlainKind, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const fields = kind === 'Note' ? ['ParentId'] : ['WhoId', 'WhatId']
  const rows = await fetchRows(
    org.client,
    soql`SELECT ${names(['Id', ...fields])} FROM ${name(kind)} WHERE Id IN ${ids}`,
  )
  return new Map(rows.map((row) => [String(fields.map((field) => row[field]).find(Boolean) ?? ''), String(row.Id)]))
}

function toRecords(
  kind: PlainKind,
  { fields, newFields }: Record<'fields' | 'newFields', RecordInput['fields']>,
  note: PendingNote,
  existing: ReadonlyMap<string, string>,
): RecordInput[] {
  const newParents = note.parents.filter((parent) => !existing.has(parent))
  const parentFields = newParents.map((parent) => toParentFields(kind, parent))
  // A task does not require a parent.
  if (kind === 'Task' && note.parents.length === 0 && note.ids.length === 0) parentFields.push({})
  return [
    ...note.ids.map((id) => ({ id, fields })),
    ...parentFields.map((parent) => ({ fields: { ...newFields, ...parent } })),
  ]
}

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_note.htm */
const MAX_LENGTHS = { noteTitle: 80, body: 31_900 }

function toFields(kind: PlainKind, title: string, content: string): RecordInput['fields'] {
  const text = truncateText(content, MAX_LENGTHS.body)
  return kind === 'Note'
    ? { Title: title.slice(0, MAX_LENGTHS.noteTitle).toWellFormed(), Body: text }
    : { Subject: title, Description: text }
}

/** A task refers to people with one field and to all other records with another. */
function toParentFields(kind: PlainKind, parent: string): RecordInput['fields'] {
  if (kind === 'Note') return { ParentId: parent }
  return ['003', '00Q'].includes(toKeyPrefix(parent)) ? { WhoId: parent } : { WhatId: parent }
}

async function toCompletedFields(org: Org, connection: ConnectedProvider): Promise<RecordInput['fields']> {
  return { Status: await fetchClosedStatus(org), ActivityDate: await fetchToday(org, connection) }
}
