import { ProviderError } from '../../../src/kit/errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toChunks } from '../api/chunks.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { MAX_SUBREQUESTS, type Subrequest, type SubrequestResult, sendComposite } from '../api/composite.ts'
import { toId } from '../api/ids.ts'
import { isLocked, waitForLock } from '../api/locks.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { type ApiError, readErrors, unreadableResponse } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import { soql } from '../soql/statement.ts'
import { findExistingNote } from './existing.ts'
import type { NoteResult, PendingNote } from './pending.ts'

/** Writes a note and its links to records in one transaction. Links beyond the limit of one request follow. */
export async function writeContentNote(org: Org, note: PendingNote): Promise<NoteResult> {
  const [existingId] = note.ids
  const parents = existingId ? await fetchUnlinkedParents(org, existingId, note.parents) : note.parents
  const outcome = await writeWithLinks(org, note, existingId, parents.slice(0, MAX_SUBREQUESTS - 1))
  if (outcome.state !== 'written') return omitUndefined({ id: existingId || undefined, outcome })
  const { id } = outcome
  for (const chunk of toChunks(parents.slice(MAX_SUBREQUESTS - 1), MAX_SUBREQUESTS)) {
    const linked = await send(org, id, (visibility) => chunk.map((parent) => toLinkSubrequest(id, parent, visibility)))
    if (linked.state !== 'written') return { id, outcome: linked }
  }
  return { id, outcome }
}

/** Returns the records that are not linked yet. Links are never removed: people may have added them in Salesforce. */
async function fetchUnlinkedParents(org: Org, id: string, parents: readonly string[]): Promise<string[]> {
  const links = await fetchRows(
    org.client,
    soql`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = ${id}`,
  )
  const linked = new Set(links.map((link) => link.LinkedEntityId))
  return parents.filter((parent) => !linked.has(parent))
}

async function writeWithLinks(
  org: Org,
  pending: PendingNote,
  existingId: string | undefined,
  parents: readonly string[],
): Promise<WriteOutcome> {
  const { toNoteHtml } = await import('./html.ts')
  const note = toNoteSubrequest(pending.title, toNoteHtml(pending.note), existingId)
  const outcome = await send(org, existingId, (visibility) => [
    note,
    ...parents.map((parent) => toLinkSubrequest(existingId ?? '@{note.id}', parent, visibility)),
  ])
  if (outcome.state !== 'unknown' || existingId) return outcome
  const id = await findCreatedNote(org, pending)
  return id ? { state: 'written', id } : outcome
}

/** If the search fails, returns undefined, so that the outcomes that are already known are not lost. */
async function findCreatedNote(org: Org, note: PendingNote): Promise<string | undefined> {
  try {
    return await findExistingNote(org, note)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return undefined
  }
}

/** The content is sent in base64. The id of a ContentNote is also that of its ContentDocument. */
function toNoteSubrequest(title: string, html: string, id: string | undefined): Subrequest {
  const body = { Title: title, Content: Buffer.from(html).toString('base64') }
  return id
    ? { method: 'PATCH', path: path`/sobjects/ContentNote/${id}`, referenceId: 'note', body }
    : { method: 'POST', path: path`/sobjects/ContentNote`, referenceId: 'note', body }
}

/** In order of preference: `AllUsers` also shows the note to the customers of a portal. */
const VISIBILITIES = ['InternalUsers', 'AllUsers'] as const
type Visibility = (typeof VISIBILITIES)[number]

function toLinkSubrequest(note: string, parent: string, visibility: Visibility): Subrequest {
  return {
    method: 'POST',
    path: path`/sobjects/ContentDocumentLink`,
    referenceId: `link${parent}`,
    body: { ContentDocumentId: note, LinkedEntityId: parent, ShareType: 'V', Visibility: visibility },
  }
}

/** Sends dependent subrequests. A rejected request is rolled back, so it can be sent again with another visibility. */
async function send(
  org: Org,
  id: string | undefined,
  toSubrequests: (visibility: Visibility) => Subrequest[],
): Promise<WriteOutcome> {
  let [visibility]: readonly [Visibility, ...Visibility[]] = VISIBILITIES
  for (let retries = 0; ; ) {
    const outcome = await sendOnce(org, id, toSubrequests(visibility))
    if (outcome.state !== 'rejected') return outcome
    if (visibility === 'InternalUsers' && outcome.errors.some(isVisibilityError)) visibility = 'AllUsers'
    else if (!isLocked(outcome.errors) || !(await waitForLock(org, retries++))) return outcome
  }
}

function isVisibilityError({ message, fields }: ApiError): boolean {
  return fields?.includes('Visibility') || /\bvisibility\b/i.test(message)
}

async function sendOnce(org: Org, id: string | undefined, subrequests: readonly Subrequest[]): Promise<WriteOutcome> {
  const written = await sendWrite(org, async (options) => {
    return toOutcome(await sendComposite(org.client, subrequests, { allOrNone: true, ...options }), id)
  })
  if (written.state === 'completed') return written.response
  return { state: written.state === 'unknown' ? 'unknown' : 'failed', error: written.error }
}

/** Ignores `PROCESSING_HALTED`, the error of the subrequests that were rolled back because another one failed. */
function toOutcome(results: readonly SubrequestResult[], existingId: string | undefined): WriteOutcome {
  const failed = results.filter(({ status }) => status < 200 || status > 299)
  if (failed.length > 0) {
    const errors = failed.flatMap(({ body }) => readErrors(body)).filter(({ code }) => code !== 'PROCESSING_HALTED')
    return { state: 'rejected', errors }
  }
  const id = existingId ?? toId(String((results[0]?.body as { id?: unknown } | null)?.id))
  if (!id) throw unreadableResponse()
  return { state: 'written', id }
}
