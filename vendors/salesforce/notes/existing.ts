import { escapeHtml } from '../../../src/kit/escape-html.ts'
import { htmlToText } from '../../../src/kit/html.ts'
import { isHidden, type Org } from '../api/org.ts'
import { type Row, readRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { names, soql } from '../soql/statement.ts'
import type { NoteDraft } from './pending.ts'

/**
 * Gives new notes the id they have already: an answer that was lost on its way back leaves a note behind of which the
 * platform does not know, and sending it again must not make a second one.
 */
export async function findNotes(org: Org, drafts: readonly NoteDraft[]): Promise<NoteDraft[]> {
  const isNew = ({ ids, parents, problems }: NoteDraft) => ids.length + problems.length === 0 && parents.length > 0
  const links = await readLinks(org, drafts.filter(isNew))
  const found: NoteDraft[] = []
  for (const draft of drafts) {
    const id = isNew(draft) ? await choose(org, draft, links) : undefined
    found.push(id ? { ...draft, ids: [id] } : draft)
  }
  return found
}

/** The same for one note, after its creation brought no answer. */
export async function findNote(org: Org, draft: NoteDraft): Promise<string | undefined> {
  const [found] = await findNotes(org, [draft])
  return found?.ids[0]
}

/** Notes with one of these titles on the first record of one of them. */
async function readLinks(org: Org, drafts: readonly NoteDraft[]): Promise<Row[]> {
  if (drafts.length === 0) return []
  const records = [...new Set(drafts.flatMap(({ parents }) => parents.slice(0, 1)))]
  const titles = [...new Set(drafts.map(({ title }) => title))]
  const fields = ['ContentDocumentId', 'LinkedEntityId', 'ContentDocument.Title', 'ContentDocument.CreatedDate']
  const where = soql`LinkedEntityId IN ${records} AND ContentDocument.Title IN ${titles}`
  return readRows(org.client, soql`SELECT ${names(fields)} FROM ContentDocumentLink WHERE ${where}`)
}

/** Notes of one title on one record that are looked into. */
const MOST_CANDIDATES = 5

async function choose(
  org: Org,
  { note, title, parents }: NoteDraft,
  links: readonly Row[],
): Promise<string | undefined> {
  const candidates = links.filter(({ LinkedEntityId, ContentDocument }) => {
    const { Title } = (ContentDocument ?? {}) as { Title?: string }
    return LinkedEntityId === parents[0] && Title?.toLowerCase() === title.toLowerCase()
  })
  for (const { ContentDocumentId, ContentDocument } of candidates.slice(0, MOST_CANDIDATES)) {
    const id = String(ContentDocumentId)
    const { CreatedDate } = ContentDocument as { CreatedDate?: string }
    const age = org.call.clock() - Date.parse(CreatedDate ?? '')
    if (await isSame(note, await readContent(org, id), age)) return id
  }
  return undefined
}

/** A file of the same title is no note: it has no such content. */
async function readContent(org: Org, id: string): Promise<string> {
  try {
    return await org.client.askText({ path: path`/sobjects/ContentNote/${id}/Content` })
  } catch (error) {
    if (!isHidden(error)) throw error
    return ''
  }
}

/** How long the same words are taken for the same note when nothing else tells (ms). */
const RECENTLY_MS = 600_000

/** A note of the platform ends with its address; one without is known by its words. */
async function isSame(note: NoteDraft['note'], content: string, age: number): Promise<boolean> {
  if (content === '') return false
  if (note.uri) return lastLine(content) === lastLine(escapeHtml(note.uri))
  const { toNoteHtml } = await import('./html.ts')
  return age < RECENTLY_MS && htmlToText(content) === htmlToText(toNoteHtml(note))
}

/** Characters in which the last line is looked for: a long note is not read whole for it. */
const LONGEST_END = 20_000

/** A whole line: one address can be the beginning of another, and a note can speak of other notes. */
function lastLine(html: string): string {
  return htmlToText(html.slice(-LONGEST_END)).split('\n').at(-1)?.trim() ?? ''
}
