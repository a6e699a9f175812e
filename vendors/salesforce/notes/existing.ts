import { htmlToText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'
import { isNotFound, type Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { names, soql } from '../soql/statement.ts'
import type { PendingNote } from './pending.ts'

/**
 * Gives new notes the id they have already: an answer that was lost on its way back leaves a note behind of which the
 * platform does not know, and sending it again must not make a second one.
 */
export async function matchExistingNotes(org: Org, drafts: readonly PendingNote[]): Promise<PendingNote[]> {
  const isNew = ({ ids, parents, problems }: PendingNote) => ids.length + problems.length === 0 && parents.length > 0
  const links = await fetchLinks(org, drafts.filter(isNew))
  const found: PendingNote[] = []
  for (const draft of drafts) {
    const id = isNew(draft) ? await findSameNote(org, draft, links) : undefined
    found.push(id ? { ...draft, ids: [id] } : draft)
  }
  return found
}

/** The same for one note, after its creation brought no answer. */
export async function findExistingNote(org: Org, draft: PendingNote): Promise<string | undefined> {
  const [found] = await matchExistingNotes(org, [draft])
  return found?.ids[0]
}

/** Notes with one of these titles on the first record of one of them. */
async function fetchLinks(org: Org, drafts: readonly PendingNote[]): Promise<Row[]> {
  if (drafts.length === 0) return []
  const records = [...new Set(drafts.flatMap(({ parents }) => parents.slice(0, 1)))]
  const titles = [...new Set(drafts.map(({ title }) => title))]
  const fields = ['ContentDocumentId', 'LinkedEntityId', 'ContentDocument.Title', 'ContentDocument.CreatedDate']
  const where = soql`LinkedEntityId IN ${records} AND ContentDocument.Title IN ${titles}`
  return fetchRows(org.client, soql`SELECT ${names(fields)} FROM ContentDocumentLink WHERE ${where}`)
}

/** Notes of one title on one record that are looked into. */
const MAX_CANDIDATES = 5

async function findSameNote(
  org: Org,
  { note, title, parents }: PendingNote,
  links: readonly Row[],
): Promise<string | undefined> {
  const candidates = links.filter(({ LinkedEntityId, ContentDocument }) => {
    const { Title } = (ContentDocument ?? {}) as { Title?: string }
    return LinkedEntityId === parents[0] && Title?.toLowerCase() === title.toLowerCase()
  })
  for (const { ContentDocumentId, ContentDocument } of candidates.slice(0, MAX_CANDIDATES)) {
    const id = String(ContentDocumentId)
    const { CreatedDate } = ContentDocument as { CreatedDate?: string }
    const age = org.call.clock() - Date.parse(CreatedDate ?? '')
    if (await isSame(note, await fetchContent(org, id), age)) return id
  }
  return undefined
}

/** A file of the same title is no note: it has no such content. */
async function fetchContent(org: Org, id: string): Promise<string> {
  try {
    return await org.client.requestText({ path: path`/sobjects/ContentNote/${id}/Content` })
  } catch (error) {
    if (!isNotFound(error)) throw error
    return ''
  }
}

/** How long the same words are taken for the same note when nothing else tells (ms). */
const RECENT_MS = 600_000

/** A note of the platform ends with its address; one without is known by its words. */
async function isSame(note: PendingNote['note'], content: string, age: number): Promise<boolean> {
  if (content === '') return false
  if (note.uri) return toLastLine(content) === toLastLine(escapeHtml(note.uri))
  const { toNoteHtml } = await import('./html.ts')
  return age < RECENT_MS && htmlToText(content) === htmlToText(toNoteHtml(note))
}

/** Characters in which the last line is looked for: a long note is not read whole for it. */
const MAX_TAIL_LENGTH = 20_000

/** A whole line: one address can be the beginning of another, and a note can speak of other notes. */
function toLastLine(html: string): string {
  return htmlToText(html.slice(-MAX_TAIL_LENGTH)).split('\n').at(-1)?.trim() ?? ''
}
