import { createHash } from 'node:crypto'
import type { Message } from '@microsoft/microsoft-graph-types'
import { advanceLandmark } from '../../../src/kit/lists.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { ListResult } from '../../../src/kit/mail/page.ts'
import type { Requester } from '../client.ts'
import { type ListPage, toEntries, toPageKey } from '../pages.ts'
import { toNextPath, withPageSize } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import type { Position } from './cursor.ts'
import { type MailQuery, matchesQuery, toListPath } from './query.ts'

/** Ids of the list that are known again on its next page. */
const TAIL_LENGTH = 10

/**
 * Reads the next page of the list. Without addresses it holds whole messages, which are put into `inHand`; with
 * addresses only those that match are found, and are fetched one by one.
 */
export async function fetchListPage(
  ask: Requester,
  search: MailQuery,
  position: Position,
  inHand: Map<string, Message>,
): Promise<ListResult<Position, PendingMessage>> {
  try {
    const page = await ask<ListPage<Message>>(position.link ?? toListPath(search, position.before, position.top))
    const messages = toEntries(page)
    if (!search.addresses) for (const message of messages) inHand.set(message.id ?? '', message)
    const wanted = search.addresses ? messages.filter((one) => mayMatch(one, search, position)) : messages
    return advance(position, toNextPath(page['@odata.nextLink']), messages, wanted)
  } catch (error) {
    if (!isTimeoutOrTooLarge(error) || position.top === 1) throw error
    return { found: [], position: withSmallerPages(position), warnings: [] }
  }
}

/** One that cannot be read is judged when it is fetched, and named then. */
function mayMatch(message: Message, search: MailQuery, { folders }: Position): boolean {
  try {
    return matchesQuery(message, search, folders)
  } catch {
    return true
  }
}

function withSmallerPages(position: Position): Position {
  const top = Math.floor(position.top / 2)
  return { ...position, top, ...(position.link ? { link: withPageSize(position.link, top) } : {}) }
}

/** Moves behind a list page. Pages may be short or empty; only a missing link ends the list. */
function advance(
  position: Position,
  link: string | undefined,
  messages: readonly Message[],
  wanted: readonly Message[],
): ListResult<Position, PendingMessage> {
  const content = toFingerprint(messages)
  const ids = isRepeatedPage(position, content) ? [] : toIds(wanted).filter((id) => !position.tail.includes(id))
  const found = ids.map((id) => ({ id, tries: 0 }))
  if (link === undefined) return { found, position: atEnd(position), warnings: [] }
  if (isCycle(position, link, content)) return { found, position: atEnd(position), warnings: [CYCLE_WARNING] }
  const tail = [...position.tail, ...toIds(messages)].slice(-TAIL_LENGTH)
  return { found, position: { ...step(position, link, content), tail }, warnings: [] }
}

const CYCLE_WARNING = 'Outlook’s list went round in circles and was left there: what lies behind it was not read.'

function toIds(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ id }) => id ?? []))]
}

function toFingerprint(messages: readonly Message[]): string | undefined {
  const content = toPageKey(messages)
  return content && createHash('sha256').update(content).digest('base64url').slice(0, FINGERPRINT_LENGTH)
}

const FINGERPRINT_LENGTH = 16

/** Whether these messages stood together on a page that was read before. */
function isRepeatedPage({ content, landmark }: Position, nextContent: string | undefined): boolean {
  return nextContent !== undefined && (nextContent === content || nextContent === landmark?.content)
}

/** The same page may come once more by chance, when as much mail arrived in the last second as it holds. */
const MAX_REPEATS = 1

/** Graph has been seen to give the same link again, and to give the same messages for ever under ever new links. */
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
  const here = { link, ...(content === undefined ? {} : { content }) }
  return { ...position, ...here, ...advanceLandmark(position, here), repeats }
}
