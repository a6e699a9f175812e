import { createHash } from 'node:crypto'
import type { Message } from '@microsoft/microsoft-graph-types'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { atBound, type ListPosition } from './cursor.ts'
import { toDateReceived } from './map.ts'

/** A list page: its messages, and the path of the page that Graph names as the next one. */
export interface MessagePage {
  messages: readonly Message[]
  link: string | undefined
}

/** The new messages of a list page, and the position after it. `isCyclic`: Graph repeated its pages. */
export interface Step {
  found: Message[]
  position: ListPosition
  isCyclic: boolean
}

/** Graph has been observed to return the same messages endlessly under new links, and empty pages before others. */
const MAX_IDLE_PAGES = 50

/**
 * Advances past a list page. Graph's links count positions, so what they skip depends on what was deleted meanwhile:
 * after a page, the rest is queried by time, from the second of its oldest message on. A link is followed only while the
 * list stays in one second, and past empty pages. The list ends with a query that returns nothing
 * (docs/decisions/014-mail-is-paged-by-time.md). `dateStart`: lower bound of the window (epoch ms).
 */
export function advance(position: ListPosition, { messages, link }: MessagePage, dateStart: number | undefined): Step {
  const page = { messages: messages.filter((message) => isInQuery(message, position)), link }
  const oldestSecond = toOldestSecond(page.messages)
  const isOlder = oldestSecond !== undefined && oldestSecond < position.bound - SECOND_MS
  if (position.link && position.hasMessages) return advanceWithinSecond(position, page, isOlder, dateStart)
  if (isOlder) return toOlderSecond(position, page, oldestSecond)
  if (page.messages.length > 0) return advanceWithinSecond(position, page, false, dateStart)
  const isCyclic = link !== undefined && isRepeated(position, link)
  if (link === undefined || isCyclic) return { found: [], position: { ...position, listed: true }, isCyclic }
  return { found: [], position: { ...position, link, idlePages: position.idlePages + 1 }, isCyclic }
}

const SECOND_MS = 1000

/** Messages after the bound, which a faulty filter may return, would start the list again and again. Times may be rounded. */
function isInQuery(message: Message, { bound }: ListPosition): boolean {
  return (toSecond(message) ?? bound) <= bound
}

/** The page reaches an older second: everything from there on is queried next. */
function toOlderSecond(position: ListPosition, { messages }: MessagePage, oldestSecond: number): Step {
  const seen = messages.filter((message) => (toSecond(message) ?? oldestSecond) <= oldestSecond + SECOND_MS)
  const next = atBound(oldestSecond + SECOND_MS, [...new Set(seen.map(toFingerprint))])
  return { found: withoutSeen(position, messages), position: next, isCyclic: false }
}

/**
 * The page is in the second that is being read, or follows pages that are. Older messages on it are ignored, because
 * their place in the list depends on deletions. The second is complete when a whole query of it finds nothing new.
 */
function advanceWithinSecond(
  position: ListPosition,
  { messages, link }: MessagePage,
  hasOlder: boolean,
  dateStart: number | undefined,
): Step {
  const { bound, seen, hasNewMessages, idlePages } = position
  const isCurrent = (message: Message) => (toSecond(message) ?? bound) >= bound - SECOND_MS
  const found = withoutSeen(position, messages.filter(isCurrent))
  const isCyclic = link !== undefined && found.length === 0 && isRepeated(position, link)
  const next: ListPosition = {
    ...position,
    ...omitUndefined({ link }),
    seen: [...seen, ...found.map(toFingerprint)],
    hasMessages: true,
    hasNewMessages: hasNewMessages || found.length > 0,
    idlePages: found.length > 0 ? 0 : idlePages + 1,
  }
  if (link !== undefined && !hasOlder && !isCyclic) return { found, position: next, isCyclic }
  return { found, position: atQueryEnd(next, dateStart, isCyclic), isCyclic }
}

/** After the last page of a second: the second is queried again if it had new messages, else what is older. */
function atQueryEnd(
  { bound, seen, hasNewMessages }: ListPosition,
  dateStart: number | undefined,
  isCyclic: boolean,
): ListPosition {
  if (hasNewMessages && !isCyclic) return atBound(bound, seen)
  const older = atBound(bound - SECOND_MS, seen)
  return { ...older, listed: dateStart !== undefined && older.bound <= dateStart }
}

function isRepeated({ link, idlePages }: ListPosition, nextLink: string): boolean {
  return nextLink === link || idlePages >= MAX_IDLE_PAGES
}

function withoutSeen({ seen }: ListPosition, messages: readonly Message[]): Message[] {
  const fingerprints = new Set(seen)
  return messages.filter((message) => {
    const fingerprint = toFingerprint(message)
    const isNew = message.id !== undefined && !fingerprints.has(fingerprint)
    fingerprints.add(fingerprint)
    return isNew
  })
}

/** Shorter than an id, as a cursor holds one for each message of a second. */
function toFingerprint({ id = '' }: Message): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT_LENGTH)
}

const FINGERPRINT_LENGTH = 12

function toOldestSecond(messages: readonly Message[]): number | undefined {
  const seconds = messages.flatMap((message) => toSecond(message) ?? [])
  return seconds.length > 0 ? Math.min(...seconds) : undefined
}

/** The second in which a message was received (epoch ms); undefined if the message does not say. */
function toSecond(message: Message): number | undefined {
  const date = toDateReceived(message)
  return date === undefined ? undefined : Math.floor(date / SECOND_MS) * SECOND_MS
}
