import type { EmailFilter } from '../../../src/contract/index.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { MailPosition } from '../../../src/kit/mail/page.ts'
import type { Folders } from './folders.ts'
import type { MailQuery } from './query.ts'

/** The state of a mailbox sync. It is stored in the cursor, so any copy of the hub can serve the next page. */
export interface Position extends MailPosition<PendingMessage> {
  /** Upper bound of the query (epoch ms). The first page fixes it, so that new mail does not shift later pages. */
  before: number
  folders: Folders
  /** Messages per list page. Reduced when Graph times out. */
  top: number
  /** Path of the next list page; absent for the first page. */
  link?: string
  /** Whether the whole list has been read. */
  listed: boolean
  /** List pages read. */
  pages: number
  /** Fingerprint of the last list page that was not empty. */
  content?: string
  /** How often in a row that page was repeated. */
  repeats: number
  /** Link and fingerprint of an earlier page. If Graph returns either again, the list is cyclic. */
  landmark?: { link: string; content?: string }
  /** The last listed ids, in case the next page begins with them. */
  tail: string[]
}

export function initialPosition(search: MailQuery, folders: Folders, before: number): Position {
  return { before, folders, top: search.pageSize, listed: false, pages: 0, repeats: 0, tail: [], pending: [], empty: 0 }
}

/**
 * Upper bound of a sync that starts at `now` (epoch ms). The current second is left to the next sync: mail that arrives
 * in it would shift the pages of the list, as Graph's times are whole seconds.
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
