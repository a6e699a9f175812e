import { createHash } from 'node:crypto'
import type { Message } from '@microsoft/microsoft-graph-types'
import { advanceLandmark } from '../../../src/kit/lists.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { ListResult } from '../../../src/kit/mail/page.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { type ListPage, toEntries, toPageKey } from '../pages.ts'
import { toNextPath, withPageSize } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import type { Position } from './cursor.ts'
import { type MailQuery, matchesQuery, toListPath } from './query.ts'

/** Number of ids remembered from the end of the list, to recognize them on the next page. */
const TAIL_LENGTH = 10

/**
 * Fetches the next page of the list. Without an address filter it contains whole messages, which are put into
 * `listedMessages`. With one, only the ids of matching messages are found, which are then fetched one by one.
 */
export async function fetchListPage(
  request: Requester,
  query: MailQuery,
  position: Position,
  listedMessages: Map<string, Message>,
): Promise<ListResult<Position, PendingMessage>> {
  try {
    const page = await request<ListPage<Message>>(position.link ?? toListPath(query, position.before, position.top))
    const messages = toEntries(page)
    if (!query.addresses) for (const message of messages) listedMessages.set(message.id ?? '', message)
    const matching = query.addresses ? messages.filter((message) => mayMatch(message, query, position)) : messages
    return advance(position, toNextPath(page['@odata.nextLink']), messages, matching)
  } catch (error) {
    if (!isTimeoutOrTooLarge(error) || position.top === 1) throw error
    return { found: [], position: withSmallerPages(position), warnings: [] }
  }
}

/** Whether a message may match the query. An unreadable one is fetched, which then reports it. */
function mayMatch(message: Message, query: MailQuery, { folders }: Position): boolean {
  try {
    return matchesQuery(message, query, folders)
  } catch {
    return true
  }
}

function withSmallerPages(position: Position): Position {
  const top = Math.floor(position.top / 2)
  return { ...position, top, ...omitUndefined({ link: position.link && withPageSize(position.link, top) }) }
}

/**
 * Returns the messages of a list page and the position after it. Pages may be short or empty; only a missing link ends
 * the list.
 */
function advance(
  position: Position,
  link: string | undefined,
  messages: readonly Message[],
  matching: readonly Message[],
): ListResult<Position, PendingMessage> {
  const content = toFingerprint(messages)
  const ids = isRepeatedPage(position, content) ? [] : toIds(matching).filter((id) => !position.tail.includes(id))
  const found = ids.map((id) => ({ id, tries: 0 }))
  if (link === undefined) return { found, position: atEnd(position), warnings: [] }
  if (isCycle(position, link, content)) return { found, position: atEnd(position), warnings: [CYCLE_WARNING] }
  const tail = [...position.tail, ...toIds(messages)].slice(-TAIL_LENGTH)
  return { found, position: { ...step(position, link, content), tail }, warnings: [] }
}

const CYCLE_WARNING = 'Outlook repeated pages of its list, so reading stopped there: older messages may be missing.'

function toIds(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ id }) => id ?? []))]
}

function toFingerprint(messages: readonly Message[]): string | undefined {
  const content = toPageKey(messages)
  return content && createHash('sha256').update(content).digest('base64url').slice(0, FINGERPRINT_LENGTH)
}

const FINGERPRINT_LENGTH = 16

/** Whether an earlier page had the same messages. */
function isRepeatedPage({ content, landmark }: Position, nextContent: string | undefined): boolean {
  return nextContent !== undefined && (nextContent === content || nextContent === landmark?.content)
}

/** A page may legitimately be repeated once, if a whole page of mail arrived in the last second. */
const MAX_REPEATS = 1

/** Graph has been observed to repeat a link, and to repeat the same messages endlessly under new links. */
function isCycle(position: Position, nextLink: string, nextContent: string | undefined): boolean {
  const { link, content, repeats, landmark } = position
  if (nextLink === link || nextLink === landmark?.link) return true
  return isRepeatedPage(position, nextContent) && (nextContent !== content || repeats === MAX_REPEATS)
}

function atEnd({ link, ...position }: Position): Position {
  return { ...position, listed: true }
}

function step(position: Position, link: string, content = position.content): Position {
  const repeats = content !== undefined && content === position.content ? position.repeats + 1 : 0
  const page = omitUndefined({ link, content })
  return { ...position, ...page, ...advanceLandmark(position, page), repeats }
}
