import type { EmailFilter } from '../../../src/contract/index.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { MailPosition } from '../../../src/kit/mail/page.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Folders } from './folders.ts'
import type { MailQuery } from './query.ts'

/** The position in the list of the mailbox, which is sorted by time, newest first. */
export interface ListPosition {
  /** Exclusive upper bound of the next query (epoch ms, a whole second). */
  bound: number
  /** Fingerprints of the messages that were listed in the second before `bound`: the next query returns them again. */
  seen: string[]
  /** Path of the next page of the current query; absent if the next request is a new query. */
  link?: string
  /** Whether an earlier page of the current query had messages. */
  hasMessages: boolean
  /** Whether an earlier page of the current query had new messages. */
  hasNewMessages: boolean
  /** Pages of the current query in a row that had no new message. */
  idlePages: number
  /** Whether the whole list has been read. */
  listed: boolean
}

/** The state of a mailbox sync. It is stored in the cursor, so any copy of the hub can serve the next page. */
export interface Position extends MailPosition<PendingMessage>, ListPosition {
  /** Upper bound of the sync (epoch ms). The first page fixes it. */
  before: number
  folders: Folders
  /** New messages per list page. Reduced when Graph times out. */
  top: number
}

export function initialPosition({ pageSize }: MailQuery, folders: Folders, before: number): Position {
  return { ...atBound(Math.ceil(before / 1000) * 1000), before, folders, top: pageSize, pending: [], empty: 0 }
}

/** The position of a new query for everything before a whole second (epoch ms). */
export function atBound(bound: number, seen: string[] = []): ListPosition {
  return { bound, seen, hasMessages: false, hasNewMessages: false, idlePages: 0, listed: false }
}

/**
 * Whether a saved position has the present form. An earlier version of the hub followed Graph's links, which lose
 * messages: a sync that it began is started again with the same window.
 */
export function isCurrent(position: Pick<Position, 'before'> & Partial<Position>): position is Position {
  return position.bound !== undefined
}

/**
 * A saved position without a link that the connection cannot follow: a mailbox that was connected by sign-in and then
 * with a key has no `/me` any longer. The second that the link belongs to is queried again.
 */
export function withOwnLink({ link, ...position }: Position, { user }: MailQuery): Position {
  const isForeign = link?.startsWith('/me/') && user[0] !== 'me'
  return { ...position, ...omitUndefined({ link: isForeign ? undefined : link }) }
}

/**
 * Upper bound of a sync that starts at `now` (epoch ms). The current second is left to the next sync: mail may still
 * arrive in it, and Graph's times are whole seconds.
 */
export function upperBound({ dateEnd }: MailQuery, now: number): number {
  return dateEnd !== undefined && dateEnd <= now ? dateEnd : Math.floor(now / 1000) * 1000
}

/** The parts of a request that must not change between pages; `limit` may change. */
export function toBinding(
  connectionId: string,
  { dateStart, dateEnd }: EmailFilter,
  { addresses }: MailQuery,
): unknown {
  return { connectionId, dateStart, dateEnd, addresses: addresses && [...addresses] }
}

/** Whether no mail can match: the window is empty, or the address filter contains no address. */
export function isEmpty({ dateStart, addresses }: MailQuery, before: number): boolean {
  return addresses?.size === 0 || before <= (dateStart ?? Number.NEGATIVE_INFINITY)
}
