import type { EmailFilter } from '../../../src/contract/index.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { MailPosition } from '../../../src/kit/mail/page.ts'
import type { Folders } from './folders.ts'
import type { MailQuery } from './query.ts'

/** Where a sync of a mailbox stands. It travels in the cursor, so nothing depends on which hub gets the next page. */
export interface Position extends MailPosition<PendingMessage> {
  /** Upper bound of the query, epoch ms: frozen by the first page, so that new mail does not shift the later ones. */
  before: number
  folders: Folders
  /** Messages on a list page; fewer after Graph did not answer in time. */
  top: number
  /** Path of the next list page; the first one has none. */
  link?: string
  /** Whether the list is at its end. */
  listed: boolean
  /** List pages read. */
  pages: number
  /** What the last list page that was not empty held. */
  content?: string
  /** How often in a row that came again. */
  repeats: number
  /** A link and a content met on the way: meeting either again means that the list goes round in circles. */
  landmark?: { link: string; content?: string }
  /** The last ids of the list, in case the next page begins with them. */
  tail: string[]
}

export function initialPosition(search: MailQuery, folders: Folders, before: number): Position {
  return { before, folders, top: search.pageSize, listed: false, pages: 0, repeats: 0, tail: [], pending: [], empty: 0 }
}

/**
 * Upper bound of a sync that begins now. Of the second that is still going on, mail may yet arrive and move the pages
 * of the list; Graph shows whole seconds only, so that second is left to the next sync.
 */
export function upperBound({ dateEnd }: MailQuery, now: number): number {
  return dateEnd !== undefined && dateEnd <= now ? dateEnd : Math.floor(now / 1000) * 1000
}

/** What must stay the same from page to page; `limit` may change. */
export function toBinding(
  connectionId: string,
  { dateStart, dateEnd }: EmailFilter,
  { addresses }: MailQuery,
): unknown {
  return { connectionId, dateStart, dateEnd, addresses: addresses && [...addresses] }
}

/** Whether no mail can match: an empty window, or a list of addresses without an address. */
export function isEmpty({ dateStart, addresses }: MailQuery, before: number): boolean {
  return addresses?.size === 0 || before <= (dateStart ?? Number.NEGATIVE_INFINITY)
}
