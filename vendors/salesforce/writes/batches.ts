import { CredentialsExpiredError, type ProviderError } from '../../../src/kit/errors.ts'
import { MAX_RECORDS, type RecordInput, type WriteOutcome, writeCollection } from '../api/collections.ts'
import type { ObjectType } from '../api/describe.ts'
import type { Org } from '../api/org.ts'
import { isExhausted } from '../api/partial-results.ts'
import { findCreated } from './find-created.ts'

/** A draft and its place among the records of the request. */
type IndexedRecord = [index: number, draft: RecordInput]

/**
 * Writes the drafts, 200 at a time and one list after the other: lists that run side by side would lock each other out
 * of the parents they share. Every draft gets its outcome; a creation without an answer is looked for.
 */
export async function writeRecords(
  org: Org,
  type: ObjectType,
  drafts: ReadonlyMap<number, RecordInput>,
): Promise<Map<number, WriteOutcome>> {
  const outcomes = new Map<number, WriteOutcome>()
  const since = org.call.clock()
  let end: ProviderError | undefined
  for (const [index, { id, fields }] of drafts) {
    // A record that came back with nothing in it that could be changed is as it should be.
    if (id && Object.keys(fields).length === 0) outcomes.set(index, { state: 'written', id })
  }
  const changes = [...drafts].filter(([index]) => !outcomes.has(index))
  for (const list of toBatches(changes)) {
    const written = end ? failBatch(list, end) : await writeBatch(org, type, list, since, outcomes)
    for (const [position, [index]] of list.entries()) outcomes.set(index, written[position] as WriteOutcome)
    end ??= written.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : [])).find(stopsAll)
  }
  return outcomes
}

function failBatch(list: readonly IndexedRecord[], error: ProviderError): WriteOutcome[] {
  return list.map(() => ({ state: 'failed', error }))
}

function stopsAll(error: ProviderError): boolean {
  return error instanceof CredentialsExpiredError || isExhausted(error)
}

async function writeBatch(
  org: Org,
  type: ObjectType,
  list: readonly IndexedRecord[],
  since: number,
  before: ReadonlyMap<number, WriteOutcome>,
): Promise<WriteOutcome[]> {
  const drafts = list.map(([, draft]) => draft)
  const written = await writeCollection(org, type.name, drafts)
  const lost = [...written.keys()].filter((index) => written[index]?.state === 'unknown' && !drafts[index]?.id)
  if (lost.length === 0) return written
  const taken = new Set([...before.values(), ...written].flatMap((one) => (one.state === 'written' ? one.id : [])))
  const found = await findCreated(
    org,
    type,
    drafts.filter((_, index) => lost.includes(index)),
    since,
    taken,
  )
  for (const [position, index] of lost.entries()) {
    const id = found[position]
    if (id) written[index] = { state: 'written', id }
  }
  return written
}

/** Creations and updates apart, and no record twice in a list: its second change must come after the first. */
function toBatches(drafts: readonly IndexedRecord[]): IndexedRecord[][] {
  const isUpdate = ([, { id }]: IndexedRecord) => id !== undefined
  return [split(drafts.filter((placed) => !isUpdate(placed))), split(drafts.filter(isUpdate))].flat()
}

function split(drafts: readonly IndexedRecord[]): IndexedRecord[][] {
  const lists: IndexedRecord[][] = []
  let ids = new Set<string>()
  for (const placed of drafts) {
    const { id } = placed[1]
    const list = lists.at(-1)
    if (!list || list.length === MAX_RECORDS || (id && ids.has(id))) {
      lists.push([placed])
      ids = new Set()
    } else {
      list.push(placed)
    }
    if (id) ids.add(id)
  }
  return lists
}
