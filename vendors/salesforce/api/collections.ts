import type { ProviderError } from '../../../src/kit/errors.ts'
import { isLocked, waitForLock } from './locks.ts'
import type { Org } from './org.ts'
import { path } from './path.ts'
import { type ApiError, readErrors, unreadableResponse } from './response.ts'
import { sendWrite } from './write.ts'

/** A record as it will be written; with an id it is an update. */
export interface RecordInput {
  id?: string
  fields: Readonly<Record<string, string | number | boolean | null>>
}

/** What became of a draft. */
export type WriteOutcome =
  | { state: 'written'; id: string }
  | { state: 'refused'; errors: ApiError[] }
  /** Not sent, or refused together with everything else that was sent. */
  | { state: 'failed'; error: ProviderError }
  /** No answer came: it may have been written. */
  | { state: 'unknown'; error: ProviderError }

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm */
export const MAX_RECORDS = 200

/** One element of the answer, in the order of the request: 200 is the status whatever became of them. */
interface SaveResult {
  id?: string
  success?: boolean
  errors?: unknown
}

/**
 * Writes up to 200 records of one object, all new or all known, with one outcome for each, in their order. Those that
 * were locked are tried again, alone.
 */
export async function writeCollection(
  org: Org,
  object: string,
  drafts: readonly RecordInput[],
): Promise<WriteOutcome[]> {
  const outcomes = await sendCollection(org, object, drafts)
  for (let tries = 0; ; tries += 1) {
    const locked = [...outcomes.keys()].filter((index) => isRetryableLock(outcomes[index]))
    if (locked.length === 0 || !(await waitForLock(org, tries))) return outcomes
    const again = await sendCollection(org, object, pick(drafts, locked))
    for (const [position, index] of locked.entries()) outcomes[index] = again[position] as WriteOutcome
  }
}

function isRetryableLock(outcome: WriteOutcome | undefined): boolean {
  return outcome?.state === 'refused' && isLocked(outcome.errors)
}

function pick(drafts: readonly RecordInput[], indexes: readonly number[]): RecordInput[] {
  return indexes.flatMap((index) => drafts[index] ?? [])
}

async function sendCollection(org: Org, object: string, drafts: readonly RecordInput[]): Promise<WriteOutcome[]> {
  const method = drafts[0]?.id === undefined ? 'POST' : 'PATCH'
  const records = drafts.map(({ id, fields }) => ({ attributes: { type: object }, ...(id ? { id } : {}), ...fields }))
  const written = await sendWrite(org, async (sending) => {
    const body = { allOrNone: false, records }
    const answer = await org.client.request<SaveResult[]>({ path: path`/composite/sobjects`, method, body, ...sending })
    if (!Array.isArray(answer) || answer.length !== drafts.length) throw unreadableResponse()
    return answer
  })
  if (written.state === 'answered') return written.answer.map(toOutcome)
  const { error } = written
  return drafts.map(() => ({ state: written.state === 'unknown' ? 'unknown' : 'failed', error }))
}

function toOutcome({ id, success, errors }: SaveResult): WriteOutcome {
  if (success && id) return { state: 'written', id }
  return { state: 'refused', errors: readErrors(errors) }
}
