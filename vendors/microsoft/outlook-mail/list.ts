import { createHash } from 'node:crypto'
import type { Message } from '@microsoft/microsoft-graph-types'
import type { Pending } from '../../../src/kit/mail-batch.ts'
import type { Listed } from '../../../src/kit/mail-page.ts'
import type { Ask } from '../client.ts'
import { contentOf, entriesOf, type ListPage } from '../pages.ts'
import { toNextPath, withTop } from '../paths.ts'
import { isTooMuch } from '../response.ts'
import type { Position } from './cursor.ts'
import { isWanted, type Search, toListPath } from './query.ts'

/** Ids of the list that are known again on its next page. */
const TAIL = 10

/**
 * Reads the next page of the list. Without addresses it holds whole messages, which are put into `inHand`; with
 * addresses only those that match are found, and are fetched one by one.
 */
export async function listNext(
  ask: Ask,
  search: Search,
  position: Position,
  inHand: Map<string, Message>,
): Promise<Listed<Position, Pending>> {
  try {
    const page = await ask<ListPage<Message>>(position.link ?? toListPath(search, position.before, position.top))
    const messages = entriesOf(page)
    if (!search.addresses) for (const message of messages) inHand.set(message.id ?? '', message)
    const wanted = search.addresses ? messages.filter((one) => mayBeWanted(one, search, position)) : messages
    return advance(position, toNextPath(page['@odata.nextLink']), messages, wanted)
  } catch (error) {
    if (!isTooMuch(error) || position.top === 1) throw error
    return { found: [], position: withSmallerPages(position), warnings: [] }
  }
}

/** One that cannot be read is judged when it is fetched, and named then. */
function mayBeWanted(message: Message, search: Search, { folders }: Position): boolean {
  try {
    return isWanted(message, search, folders)
  } catch {
    return true
  }
}

function withSmallerPages(position: Position): Position {
  const top = Math.floor(position.top / 2)
  return { ...position, top, ...(position.link ? { link: withTop(position.link, top) } : {}) }
}

/** Moves behind a list page. Pages may be short or empty; only a missing link ends the list. */
function advance(
  position: Position,
  link: string | undefined,
  messages: readonly Message[],
  wanted: readonly Message[],
): Listed<Position, Pending> {
  const content = fingerprint(messages)
  const ids = isKnown(position, content) ? [] : idsOf(wanted).filter((id) => !position.tail.includes(id))
  const found = ids.map((id) => ({ id, tries: 0 }))
  if (link === undefined) return { found, position: atEnd(position), warnings: [] }
  if (isCircle(position, link, content)) return { found, position: atEnd(position), warnings: [CIRCLE] }
  const tail = [...position.tail, ...idsOf(messages)].slice(-TAIL)
  return { found, position: { ...step(position, link, content), tail }, warnings: [] }
}

const CIRCLE = 'Outlook’s list went round in circles and was left there: what lies behind it was not read.'

function idsOf(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ id }) => id ?? []))]
}

function fingerprint(messages: readonly Message[]): string | undefined {
  const content = contentOf(messages)
  return content && createHash('sha256').update(content).digest('base64url').slice(0, FINGERPRINT)
}

const FINGERPRINT = 16

/** Whether these messages stood together on a page that was read before. */
function isKnown({ content, landmark }: Position, nextContent: string | undefined): boolean {
  return nextContent !== undefined && (nextContent === content || nextContent === landmark?.content)
}

/** The same page may come once more by chance, when as much mail arrived in the last second as it holds. */
const MOST_REPEATS = 1

/** Graph has been seen to give the same link again, and to give the same messages for ever under ever new links. */
function isCircle(position: Position, nextLink: string, nextContent: string | undefined): boolean {
  const { link, content, repeats, landmark } = position
  if (nextLink === link || nextLink === landmark?.link) return true
  return isKnown(position, nextContent) && (nextContent !== content || repeats === MOST_REPEATS)
}

function atEnd({ link, ...position }: Position): Position {
  return { ...position, listed: true }
}

/**
 * A new landmark at every page whose number is a power of two finds a circle of any length while only one page is
 * carried along (R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980).
 */
function step(position: Position, link: string, content = position.content): Position {
  const pages = position.pages + 1
  const isPowerOfTwo = (pages & (pages - 1)) === 0
  const repeats = content !== undefined && content === position.content ? position.repeats + 1 : 0
  const here = { link, ...(content === undefined ? {} : { content }) }
  return { ...position, ...here, pages, repeats, ...(isPowerOfTwo ? { landmark: here } : {}) }
}
