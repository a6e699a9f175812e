import { CredentialsExpiredError, type ProviderError } from '../../../src/kit/errors.ts'
import { type Draft, MOST_RECORDS, type Outcome, writeCollection } from '../api/collections.ts'
import type { ObjectType } from '../api/describe.ts'
import type { Org } from '../api/org.ts'
import { isEnd } from '../api/partial-results.ts'
import { findCreated } from './find-created.ts'

/** A draft and its place among the records of the request. */
type Placed = [index: number, draft: Draft]

/**
 * Writes the drafts, 200 at a time and one list after the other: lists that run side by side would lock each other out
 * of the parents they share. Every draft gets its outcome; a creation without an answer is looked for.
 */
export async function writeDrafts(
  org: Org,
  type: ObjectType,
  drafts: ReadonlyMap<number, Draft>,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const since = org.call.clock()
  let end: ProviderError | undefined
  for (const [index, { id, body }] of drafts) {
    // A record that came back with nothing in it that could be changed is as it should be.
    if (id && Object.keys(body).length === 0) outcomes.set(index, { state: 'written', id })
  }
  const changes = [...drafts].filter(([index]) => !outcomes.has(index))
  for (const list of toLists(changes)) {
    const written = end ? fail(list, end) : await writeList(org, type, list, since, outcomes)
    for (const [position, [index]] of list.entries()) outcomes.set(index, written[position] as Outcome)
    end ??= written.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : [])).find(endsAll)
  }
  return outcomes
}

function fail(list: readonly Placed[], error: ProviderError): Outcome[] {
  return list.map(() => ({ state: 'failed', error }))
}

function endsAll(error: ProviderError): boolean {
  return error instanceof CredentialsExpiredError || isEnd(error)
}

async function writeList(
  org: Org,
  type: ObjectType,
  list: readonly Placed[],
  since: number,
  before: ReadonlyMap<number, Outcome>,
): Promise<Outcome[]> {
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
function toLists(drafts: readonly Placed[]): Placed[][] {
  const isUpdate = ([, { id }]: Placed) => id !== undefined
  return [split(drafts.filter((placed) => !isUpdate(placed))), split(drafts.filter(isUpdate))].flat()
}

function split(drafts: readonly Placed[]): Placed[][] {
  const lists: Placed[][] = []
  let ids = new Set<string>()
  for (const placed of drafts) {
    const { id } = placed[1]
    const list = lists.at(-1)
    if (!list || list.length === MOST_RECORDS || (id && ids.has(id))) {
      lists.push([placed])
      ids = new Set()
    } else {
      list.push(placed)
    }
    if (id) ids.add(id)
  }
  return lists
}
