import type { EmailFilter } from '../../../src/contract/index.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { MailPosition } from '../../../src/kit/mail/page.ts'
import type { MailQuery } from './query.ts'

/** A listed message, and the chunk of addresses in whose list it was found. */
export interface ListedMessage extends PendingMessage {
  chunk: number
}

/** The state of a mailbox sync. It is stored in the cursor, so any copy of the hub can serve the next page. */
export interface Position extends MailPosition<ListedMessage> {
  /** Upper bound of the query (epoch ms). The first page fixes it, so that new mail does not shift later pages. */
  before: number
  /** Index of the chunk being listed. Equal to the number of chunks when everything is listed. */
  chunk: number
  /** Gmail's token for the next list page; absent for the first page of a chunk. */
  pageToken?: string
  /** List pages read in this chunk. */
  pages: number
  /** An earlier page token. If Gmail returns it again, the list is cyclic. */
  landmark?: string
  /** The last listed ids: mail that arrives in the query's extra second pushes them onto the next list page. */
  tail: string[]
  /** How often a list was restarted because Gmail rejected a page token. */
  restarts: number
}

export function initialPosition({ dateEnd }: MailQuery, now: number): Position {
  const before = Math.min(dateEnd ?? now, now)
  return { before, chunk: 0, pages: 0, tail: [], restarts: 0, pending: [], empty: 0 }
}

/** The position at the start of the list of a chunk. */
export function atChunkStart({ pageToken, landmark, ...position }: Position, chunk: number): Position {
  return { ...position, chunk, pages: 0, tail: [] }
}

/** The parts of a request that must not change between pages; `limit` may change. */
export function toBinding(connectionId: string, { dateStart, dateEnd }: EmailFilter, { chunks }: MailQuery): unknown {
  return { connectionId, dateStart, dateEnd, chunks }
}

/** Whether no mail can match: the window is empty, or the address filter contains no valid address. */
export function isEmpty({ dateStart, chunks }: MailQuery, { before }: Position): boolean {
  return chunks.length === 0 || before <= Math.max(dateStart ?? 0, 0)
}
