import type { EmailFilter } from '../../../src/contract/index.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import type { MailPosition } from '../../../src/kit/mail/page.ts'
import type { MailQuery } from './query.ts'

/** A listed message, and the chunk of addresses whose list it stood in. */
export interface ListedMessage extends PendingMessage {
  chunk: number
}

/** Where a sync of a mailbox stands. It travels in the cursor, so nothing depends on which hub gets the next page. */
export interface Position extends MailPosition<ListedMessage> {
  /** Upper bound of the query, epoch ms: frozen by the first page, so that new mail does not shift the later ones. */
  before: number
  /** The chunk of addresses being listed; behind the last one everything is listed. */
  chunk: number
  /** Gmail's token of the next list page; the first one of a chunk has none. */
  pageToken?: string
  /** List pages read in this chunk. */
  pages: number
  /** A token met on the way: meeting it again means that the list goes round in circles. */
  landmark?: string
  /** The last ids that were listed: mail that arrives in the widened second pushes them onto the next list page. */
  tail: string[]
  /** How often Gmail refused a page token, so that a list was begun again. */
  restarts: number
}

export function initialPosition({ dateEnd }: MailQuery, now: number): Position {
  const before = Math.min(dateEnd ?? now, now)
  return { before, chunk: 0, pages: 0, tail: [], restarts: 0, pending: [], empty: 0 }
}

/** At the beginning of a chunk's list: of the next one, or of the same again. */
export function atChunkStart({ pageToken, landmark, ...position }: Position, chunk: number): Position {
  return { ...position, chunk, pages: 0, tail: [] }
}

/** What must stay the same from page to page; `limit` may change. */
export function toBinding(connectionId: string, { dateStart, dateEnd }: EmailFilter, { chunks }: MailQuery): unknown {
  return { connectionId, dateStart, dateEnd, chunks }
}

/** Whether no mail can match: an empty window, or a list of addresses without an address. */
export function isEmpty({ dateStart, chunks }: MailQuery, { before }: Position): boolean {
  return chunks.length === 0 || before <= Math.max(dateStart ?? 0, 0)
}
