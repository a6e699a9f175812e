import { ProviderError } from '../../../src/kit/errors.ts'
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
  const isNew = ({ ids, problems }: PendingNote) => ids.length + problems.length === 0
  const userId = notes.some(isNew) ? await org.findUserId() : undefined
  const links = await fetchLinks(org, notes.filter(isNew), userId)
  const matched: PendingNote[] = []
  for (const note of notes) {
    const id = isNew(note) ? await findSameNote(org, note, findCandidates(note, links, userId)) : undefined
    matched.push(id ? { ...note, ids: [id] } : note)
  }
  return matched
}

/**
 * Searches for a note whose creation brought no response. Returns its id. If the search fails, returns undefined, so that
 * the outcomes that are already known are not lost.
 */
export async function findCreatedNote(org: Org, note: PendingNote): Promise<string | undefined> {
  try {
    const [matched] = await matchExistingNotes(org, [note])
    return matched?.ids[0]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return undefined
  }
}

/** A note with the title of a pending one. */
interface Candidate {
  id: string
  title: string
  /** The record that it is linked to. */
  record: string
  /** Time since its creation (ms). */
  age: number
}

/** Fetches the links of notes with one of these titles to their owner and to the first record of each pending note. */
async function fetchLinks(org: Org, notes: readonly PendingNote[], userId: string | undefined): Promise<Candidate[]> {
  const records = [...new Set([...notes.flatMap(({ parents }) => parents.slice(0, 1)), userId ?? []].flat())]
  if (notes.length === 0 || records.length === 0) return []
  const titles = [...new Set(notes.map(({ title }) => title))]
  const fields = ['ContentDocumentId', 'LinkedEntityId', 'ContentDocument.Title', 'ContentDocument.CreatedDate']
  const where = soql`LinkedEntityId IN ${records} AND ContentDocument.Title IN ${titles}`
  const rows = await fetchRows(org.client, soql`SELECT ${names(fields)} FROM ContentDocumentLink WHERE ${where}`)
  return rows.map((row) => toCandidate(row, org.call.clock())).sort((first, second) => first.age - second.age)
}

function toCandidate({ ContentDocumentId, LinkedEntityId, ContentDocument }: Row, now: number): Candidate {
  const { Title = '', CreatedDate = '' } = (ContentDocument ?? {}) as { Title?: string; CreatedDate?: string }
  return {
    id: String(ContentDocumentId),
    title: Title.toLowerCase(),
    record: String(LinkedEntityId),
    age: now - Date.parse(CreatedDate),
  }
}

/** Notes on the same record, and those on their owner, whose content is compared. */
const MAX_CANDIDATES = 5
/** Maximum age (ms) of a note that may have lost its links when the hub was stopped between the note and its links. */
const MAX_UNLINKED_AGE_MS = 86_400_000

/** The newest notes with this title on the first record, then those that may not be linked to it yet. */
function findCandidates(
  { title, parents: [first] }: PendingNote,
  links: readonly Candidate[],
  userId: string | undefined,
): Candidate[] {
  const sameTitle = links.filter((candidate) => candidate.title === title.toLowerCase())
  const onRecord = sameTitle.filter(({ record }) => record === first).slice(0, MAX_CANDIDATES)
  const listed = new Set(onRecord.map(({ id }) => id))
  const own = sameTitle.filter(
    ({ id, record, age }) => record === userId && age < MAX_UNLINKED_AGE_MS && !listed.has(id),
  )
  return [...onRecord, ...own.slice(0, MAX_CANDIDATES)]
}

async function findSameNote(
  org: Org,
  { note }: PendingNote,
  candidates: readonly Candidate[],
): Promise<string | undefined> {
  for (const { id, age } of candidates) if (await isSame(note, await fetchContent(org, id), age)) return id
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
