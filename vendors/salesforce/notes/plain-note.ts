import { truncateText } from '../../../src/kit/html.ts'
import { toChunks } from '../api/chunks.ts'
import { MAX_RECORDS, type RecordInput, type WriteOutcome, writeCollection } from '../api/collections.ts'
import { toKeyPrefix } from '../api/ids.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { name, names, soql } from '../soql/statement.ts'
import type { PlainKind } from './kind.ts'
import type { NoteResult, PendingNote } from './pending.ts'

/** Writes a note as plain text, once for each of its records; its id is then the ids of all of them. */
export async function writePlainNote(org: Org, kind: PlainKind, draft: PendingNote): Promise<NoteResult> {
  const { toNoteText } = await import('./html.ts')
  const body = toBody(kind, draft.title, toNoteText(draft.note))
  const drafts = toRecords(org, kind, body, draft, await fetchParents(org, kind, draft.ids))
  if (drafts.length === 0) return { outcome: { state: 'refused', errors: [NO_PARENT] } }
  const outcomes: WriteOutcome[] = []
  for (const group of [drafts.filter(({ id }) => id), drafts.filter(({ id }) => !id)]) {
    for (const chunk of toChunks(group, MAX_RECORDS)) outcomes.push(...(await writeCollection(org, kind, chunk)))
  }
  const written = outcomes.flatMap((outcome) => (outcome.state === 'written' ? outcome.id : []))
  const id = [...new Set([...draft.ids, ...written])].join('.')
  return {
    ...(id ? { id } : {}),
    outcome: outcomes.find(({ state }) => state !== 'written') ?? { state: 'written', id },
  }
}

const NO_PARENT = { code: 'REQUIRED_FIELD_MISSING', message: 'A note of the old kind needs a record to stand on.' }

/** The record that each of the written ones stands on. */
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
  org: Org,
  kind: PlainKind,
  fields: RecordInput['fields'],
  draft: PendingNote,
  known: ReadonlyMap<string, string>,
): RecordInput[] {
  const fresh = draft.parents.filter((parent) => !known.has(parent))
  const places = fresh.map((parent) => toParentFields(kind, parent))
  // A task may stand by itself.
  if (kind === 'Task' && draft.parents.length === 0 && draft.ids.length === 0) places.push({})
  return [
    ...draft.ids.map((id) => ({ id, fields })),
    ...places.map((place) => ({ fields: { ...fields, ...(kind === 'Task' ? toCompletedFields(org) : {}), ...place } })),
  ]
}

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_note.htm */
const MAX_LENGTHS = { noteTitle: 80, body: 31_900 }

function toBody(kind: PlainKind, title: string, content: string): RecordInput['fields'] {
  const text = truncateText(content, MAX_LENGTHS.body)
  return kind === 'Note'
    ? { Title: title.slice(0, MAX_LENGTHS.noteTitle).toWellFormed(), Body: text }
    : { Subject: title, Description: text }
}

/** A task looks at people with one field and at everything else with another. */
function toParentFields(kind: PlainKind, parent: string): RecordInput['fields'] {
  if (kind === 'Note') return { ParentId: parent }
  return ['003', '00Q'].includes(toKeyPrefix(parent)) ? { WhoId: parent } : { WhatId: parent }
}

function toCompletedFields({ call }: Org): RecordInput['fields'] {
  return { Status: 'Completed', ActivityDate: new Date(call.clock()).toISOString().slice(0, 10) }
}
