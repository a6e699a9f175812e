import { ProviderError } from '../../../src/kit/errors.ts'
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

/** Writes a note and its links to records as one: afterwards all of it stands, or nothing. */
export async function writeContentNote(org: Org, draft: PendingNote): Promise<NoteResult> {
  const [known] = draft.ids
  const parents = known ? await fetchUnlinkedParents(org, known, draft.parents) : draft.parents
  const outcome = await writeWithLinks(org, draft, known, parents.slice(0, MAX_SUBREQUESTS - 1))
  if (outcome.state !== 'written') return { ...(known ? { id: known } : {}), outcome }
  const { id } = outcome
  for (const chunk of toChunks(parents.slice(MAX_SUBREQUESTS - 1), MAX_SUBREQUESTS)) {
    const linked = await send(org, id, (visibility) => chunk.map((parent) => toLinkSubrequest(id, parent, visibility)))
    if (linked.state !== 'written') return { id, outcome: linked }
  }
  return { id, outcome }
}

/** Records that the note is not attached to yet. Links are only added: people may have made others in Salesforce. */
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
  draft: PendingNote,
  known: string | undefined,
  parents: readonly string[],
): Promise<WriteOutcome> {
  const { toNoteHtml } = await import('./html.ts')
  const note = toNoteSubrequest(draft.title, toNoteHtml(draft.note), known)
  const outcome = await send(org, known, (visibility) => [
    note,
    ...parents.map((parent) => toLinkSubrequest(known ?? '@{note.id}', parent, visibility)),
  ])
  if (outcome.state !== 'unknown' || known) return outcome
  const id = await findCreatedNote(org, draft)
  return id ? { state: 'written', id } : outcome
}

/** Finding out must not put at risk what is known already: when it fails, nothing was found. */
async function findCreatedNote(org: Org, draft: PendingNote): Promise<string | undefined> {
  try {
    return await findExistingNote(org, draft)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return undefined
  }
}

/** The id of a ContentNote is that of its ContentDocument, and its content travels in base64. */
function toNoteSubrequest(title: string, html: string, id: string | undefined): Subrequest {
  const body = { Title: title, Content: Buffer.from(html).toString('base64') }
  return id
    ? { method: 'PATCH', path: path`/sobjects/ContentNote/${id}`, referenceId: 'note', body }
    : { method: 'POST', path: path`/sobjects/ContentNote`, referenceId: 'note', body }
}

/** `AllUsers` would show the note to the customers of a portal, too. */
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

/** Sends parts that hang together. What was refused was undone whole, so it can be tried in another way. */
async function send(
  org: Org,
  id: string | undefined,
  partsWith: (visibility: Visibility) => Subrequest[],
): Promise<WriteOutcome> {
  let [visibility]: readonly [Visibility, ...Visibility[]] = VISIBILITIES
  for (let tries = 0; ; ) {
    const outcome = await sendOnce(org, id, partsWith(visibility))
    if (outcome.state !== 'refused') return outcome
    if (visibility === 'InternalUsers' && outcome.errors.some(isVisibilityError)) visibility = 'AllUsers'
    else if (!isLocked(outcome.errors) || !(await waitForLock(org, tries++))) return outcome
  }
}

function isVisibilityError({ message, fields }: ApiError): boolean {
  return fields?.includes('Visibility') || /\bvisibility\b/i.test(message)
}

async function sendOnce(org: Org, id: string | undefined, parts: readonly Subrequest[]): Promise<WriteOutcome> {
  const written = await sendWrite(org, async (sending) => {
    return toOutcome(await sendComposite(org.client, parts, { allOrNone: true, ...sending }), id)
  })
  if (written.state === 'answered') return written.answer
  return { state: written.state === 'unknown' ? 'unknown' : 'failed', error: written.error }
}

/** All parts went well, or the others are there only to say that they were undone (`PROCESSING_HALTED`). */
function toOutcome(answers: readonly SubrequestResult[], known: string | undefined): WriteOutcome {
  const failed = answers.filter(({ status }) => status < 200 || status > 299)
  if (failed.length > 0) {
    const errors = failed.flatMap(({ body }) => readErrors(body)).filter(({ code }) => code !== 'PROCESSING_HALTED')
    return { state: 'refused', errors }
  }
  const id = known ?? toId(String((answers[0]?.body as { id?: unknown } | null)?.id))
  if (!id) throw unreadableResponse()
  return { state: 'written', id }
}
