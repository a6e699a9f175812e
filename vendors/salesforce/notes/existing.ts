import { htmlToText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'
import { isNotFound, type Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { names, soql } from '../soql/statement.ts'
import type { PendingNote } from './pending.ts'

/**
 * Sets the ids of new notes that already exist. If the response to a creation was lost, the platform does not know the
 * note's id, and sending the note again must not create a second one.
 */
export async function matchExistingNotes(org: Org, notes: readonly PendingNote[]): Promise<PendingNote[]> {
  const isNew = ({ ids, parents, problems }: PendingNote) => ids.length + problems.length === 0 && parents.length > 0
  const links = await fetchLinks(org, notes.filter(isNew))
  const matched: PendingNote[] = []
  for (const note of notes) {
    const id = isNew(note) ? await findSameNote(org, note, links) : undefined
    matched.push(id ? { ...note, ids: [id] } : note)
  }
  return matched
}

/** The same for one note, after its creation brought no response. Returns its id. */
export async function findExistingNote(org: Org, note: PendingNote): Promise<string | undefined> {
  const [matched] = await matchExistingNotes(org, [note])
  return matched?.ids[0]
}

/** Fetches the links of notes with one of these titles to the first record of each pending note. */
async function fetchLinks(org: Org, notes: readonly PendingNote[]): Promise<Row[]> {
  if (notes.length === 0) return []
  const records = [...new Set(notes.flatMap(({ parents }) => parents.slice(0, 1)))]
  const titles = [...new Set(notes.map(({ title }) => title))]
  const fields = ['ContentDocumentId', 'LinkedEntityId', 'ContentDocument.Title', 'ContentDocument.CreatedDate']
  const where = soql`LinkedEntityId IN ${records} AND ContentDocument.Title IN ${titles}`
  return fetchRows(org.client, soql`SELECT ${names(fields)} FROM ContentDocumentLink WHERE ${where}`)
}

/** Notes with the same title on the same record whose content is compared. */
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

/** Returns an empty text for a file with the same title, which is not a ContentNote. */
async function fetchContent(org: Org, id: string): Promise<string> {
  try {
    return await org.client.requestText({ path: path`/sobjects/ContentNote/${id}/Content` })
  } catch (error) {
    if (!isNotFound(error)) throw error
    return ''
  }
}

/** Maximum age of a note that is recognized by its content alone (ms). */
const RECENT_MS = 600_000

/** Compares the last line, which is the platform's URI of the note, or the whole content if the note has no URI. */
async function isSame(note: PendingNote['note'], content: string, age: number): Promise<boolean> {
  if (content === '') return false
  if (note.uri) return toLastLine(content) === toLastLine(escapeHtml(note.uri))
  const { toNoteHtml } = await import('./html.ts')
  return age < RECENT_MS && htmlToText(content) === htmlToText(toNoteHtml(note))
}

/** Number of characters at the end of a note that are searched for its last line. */
const MAX_TAIL_LENGTH = 20_000

/** The whole last line, as a URI can be a prefix of another, and the text can mention other notes. */
function toLastLine(html: string): string {
  return htmlToText(html.slice(-MAX_TAIL_LENGTH)).split('\n').at(-1)?.trim() ?? ''
}
