import { ProviderError } from '../../../src/kit/errors.ts'
import { toChunks } from '../api/chunks.ts'
import type { Outcome } from '../api/collections.ts'
import { compose, MOST_PARTS, type Part, type PartAnswer } from '../api/composite.ts'
import { toId } from '../api/ids.ts'
import { isLocked, waitForLock } from '../api/locks.ts'
import type { Org } from '../api/org.ts'
import { readRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { type ApiError, readErrors, unreadable } from '../api/response.ts'
import { write } from '../api/write.ts'
import { soql } from '../soql/statement.ts'
import { findNote } from './existing.ts'
import type { NoteDraft, NoteOutcome } from './pending.ts'

/** Writes a note and its links to records as one: afterwards all of it stands, or nothing. */
export async function writeContentNote(org: Org, draft: NoteDraft): Promise<NoteOutcome> {
  const [known] = draft.ids
  const parents = known ? await withoutLink(org, known, draft.parents) : draft.parents
  const outcome = await writeWithLinks(org, draft, known, parents.slice(0, MOST_PARTS - 1))
  if (outcome.state !== 'written') return { ...(known ? { id: known } : {}), outcome }
  const { id } = outcome
  for (const chunk of toChunks(parents.slice(MOST_PARTS - 1), MOST_PARTS)) {
    const linked = await send(org, id, (visibility) => chunk.map((parent) => toLinkPart(id, parent, visibility)))
    if (linked.state !== 'written') return { id, outcome: linked }
  }
  return { id, outcome }
}

/** Records that the note is not attached to yet. Links are only added: people may have made others in Salesforce. */
async function withoutLink(org: Org, id: string, parents: readonly string[]): Promise<string[]> {
  const links = await readRows(
    org.client,
    soql`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = ${id}`,
  )
  const linked = new Set(links.map((link) => link.LinkedEntityId))
  return parents.filter((parent) => !linked.has(parent))
}

async function writeWithLinks(
  org: Org,
  draft: NoteDraft,
  known: string | undefined,
  parents: readonly string[],
): Promise<Outcome> {
  const { toNoteHtml } = await import('./html.ts')
  const note = toNotePart(draft.title, toNoteHtml(draft.note), known)
  const outcome = await send(org, known, (visibility) => [
    note,
    ...parents.map((parent) => toLinkPart(known ?? '@{note.id}', parent, visibility)),
  ])
  if (outcome.state !== 'unknown' || known) return outcome
  const id = await findAgain(org, draft)
  return id ? { state: 'written', id } : outcome
}

/** Finding out must not put at risk what is known already: when it fails, nothing was found. */
async function findAgain(org: Org, draft: NoteDraft): Promise<string | undefined> {
  try {
    return await findNote(org, draft)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return undefined
  }
}

/** The id of a ContentNote is that of its ContentDocument, and its content travels in base64. */
function toNotePart(title: string, html: string, id: string | undefined): Part {
  const body = { Title: title, Content: Buffer.from(html).toString('base64') }
  return id
    ? { method: 'PATCH', path: path`/sobjects/ContentNote/${id}`, referenceId: 'note', body }
    : { method: 'POST', path: path`/sobjects/ContentNote`, referenceId: 'note', body }
}

/** `AllUsers` would show the note to the customers of a portal, too. */
const VISIBILITIES = ['InternalUsers', 'AllUsers'] as const
type Visibility = (typeof VISIBILITIES)[number]

function toLinkPart(note: string, parent: string, visibility: Visibility): Part {
  return {
    method: 'POST',
    path: path`/sobjects/ContentDocumentLink`,
    referenceId: `link${parent}`,
    body: { ContentDocumentId: note, LinkedEntityId: parent, ShareType: 'V', Visibility: visibility },
  }
}

/** Sends parts that hang together. What was refused was undone whole, so it can be tried in another way. */
async function send(org: Org, id: string | undefined, partsWith: (visibility: Visibility) => Part[]): Promise<Outcome> {
  let [visibility]: readonly [Visibility, ...Visibility[]] = VISIBILITIES
  for (let tries = 0; ; ) {
    const outcome = await sendOnce(org, id, partsWith(visibility))
    if (outcome.state !== 'refused') return outcome
    if (visibility === 'InternalUsers' && outcome.errors.some(mindsVisibility)) visibility = 'AllUsers'
    else if (!isLocked(outcome.errors) || !(await waitForLock(org, tries++))) return outcome
  }
}

function mindsVisibility({ message, fields }: ApiError): boolean {
  return fields?.includes('Visibility') || /\bvisibility\b/i.test(message)
}

async function sendOnce(org: Org, id: string | undefined, parts: readonly Part[]): Promise<Outcome> {
  const written = await write(org, async (sending) => {
    return toOutcome(await compose(org.client, parts, { allOrNone: true, ...sending }), id)
  })
  if (written.state === 'answered') return written.answer
  return { state: written.state === 'unknown' ? 'unknown' : 'failed', error: written.error }
}

/** All parts went well, or the others are there only to say that they were undone (`PROCESSING_HALTED`). */
function toOutcome(answers: readonly PartAnswer[], known: string | undefined): Outcome {
  const failed = answers.filter(({ status }) => status < 200 || status > 299)
  if (failed.length > 0) {
    const errors = failed.flatMap(({ body }) => readErrors(body)).filter(({ code }) => code !== 'PROCESSING_HALTED')
    return { state: 'refused', errors }
  }
  const id = known ?? toId(String((answers[0]?.body as { id?: unknown } | null)?.id))
  if (!id) throw unreadable()
  return { state: 'written', id }
}
