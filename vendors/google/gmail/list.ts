import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { advanceLandmark, parseEntries } from '../../../src/kit/lists.ts'
import type { ListResult } from '../../../src/kit/mail/page.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { atChunkStart, type ListedMessage, type Position } from './cursor.ts'
import { type MailQuery, toGmailQuery } from './query.ts'

/** Quota units of a list request. https://developers.google.com/workspace/gmail/api/reference/quota */
const UNITS = 5
/** Number of ids remembered from the end of the list, to recognize them on the next page. */
const TAIL_LENGTH = 10
/** Restarts of lists in one sync. */
const MAX_RESTARTS = 3

/** Fetches the next page of the list. With `mayRestart` the chunk's list is restarted if Gmail rejects the page token. */
export async function fetchListPage(
  request: Requester<gmail_v1.Gmail>,
  query: MailQuery,
  position: Position,
  limit: number,
  mayRestart: boolean,
): Promise<ListResult<Position, ListedMessage>> {
  try {
    return advance(position, await fetchList(request, query, position, limit))
  } catch (error) {
    if (!mayRestart || !isRejectedPageToken(error, position)) throw error
    const restart = { ...atChunkStart(position, position.chunk), restarts: position.restarts + 1 }
    const listed = advance(restart, await fetchList(request, query, restart, limit))
    return { ...listed, warnings: [RESTART_WARNING, ...listed.warnings] }
  }
}

const RESTART_WARNING =
  'Gmail no longer accepted the page token of its list, so the list was restarted: some messages may come twice.'

function fetchList(
  request: Requester<gmail_v1.Gmail>,
  query: MailQuery,
  { before, chunk, pageToken }: Position,
  limit: number,
) {
  const parameters = omitUndefined({
    userId: 'me',
    q: toGmailQuery(query, before, query.chunks[chunk] ?? []),
    maxResults: limit,
    pageToken: pageToken || undefined,
  })
  return request(UNITS, (google, options) => google.users.messages.list(parameters, options))
}

/** Gmail accepted the same query without the token before, so a 400 can only concern the token. */
function isRejectedPageToken(error: unknown, { pageToken, restarts }: Position): boolean {
  const isRejected = error instanceof VendorError && error.class === 'invalid-request'
  return isRejected && pageToken !== undefined && restarts < MAX_RESTARTS
}

/**
 * Returns the messages of a list page and the position after it. Gmail omits `messages` from a page without mail; only
 * a missing page token ends the list.
 */
function advance(position: Position, page: gmail_v1.Schema$ListMessagesResponse): ListResult<Position, ListedMessage> {
  const { chunk } = position
  const ids = [...new Set(parseEntries('Gmail', page.messages).flatMap((message) => message?.id ?? []))]
  const found = ids.filter((id) => !position.tail.includes(id)).map((id) => ({ id, tries: 0, chunk }))
  const next = page.nextPageToken || undefined
  if (next === undefined) return { found, position: atChunkStart(position, chunk + 1), warnings: [] }
  if (next === position.landmark)
    return { found, position: atChunkStart(position, chunk + 1), warnings: [CYCLE_WARNING] }
  const tail = [...position.tail, ...ids].slice(-TAIL_LENGTH)
  return { found, position: { ...position, pageToken: next, ...advanceLandmark(position, next), tail }, warnings: [] }
}

const CYCLE_WARNING = 'Gmail repeated pages of its list, so reading stopped there: older messages may be missing.'
