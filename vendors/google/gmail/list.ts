import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { advanceLandmark, parseEntries } from '../../../src/kit/lists.ts'
import type { ListResult } from '../../../src/kit/mail/page.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Requester } from '../client.ts'
import { atChunkStart, type ListedMessage, type Position } from './cursor.ts'
import { type MailQuery, toGmailQuery } from './query.ts'

/** Price of a list. https://developers.google.com/workspace/gmail/api/reference/quota */
const UNITS = 5
/** Ids of the list that are known again on its next page. */
const TAIL_LENGTH = 10
/** Lists of one sync that may be begun again; a vendor that forgets faster cannot be read. */
const MAX_RESTARTS = 3

/** Reads the next page of the list. `mayRestart` lets it begin the chunk again when Gmail refuses the page token. */
export async function fetchListPage(
  ask: Requester<gmail_v1.Gmail>,
  search: MailQuery,
  position: Position,
  limit: number,
  mayRestart: boolean,
): Promise<ListResult<Position, ListedMessage>> {
  try {
    return advance(position, await fetchList(ask, search, position, limit))
  } catch (error) {
    if (!mayRestart || !isRejectedPageToken(error, position)) throw error
    const again = { ...atChunkStart(position, position.chunk), restarts: position.restarts + 1 }
    const listed = advance(again, await fetchList(ask, search, again, limit))
    return { ...listed, warnings: [RESTART_WARNING, ...listed.warnings] }
  }
}

const RESTART_WARNING =
  'Gmail no longer knew the place in its list, which was begun again: messages may come that came before.'

function fetchList(
  ask: Requester<gmail_v1.Gmail>,
  search: MailQuery,
  { before, chunk, pageToken }: Position,
  limit: number,
) {
  const parameters = {
    userId: 'me',
    q: toGmailQuery(search, before, search.chunks[chunk] ?? []),
    maxResults: limit,
    ...(pageToken ? { pageToken } : {}),
  }
  return ask(UNITS, (google, options) => google.users.messages.list(parameters, options))
}

/** The same query without the token was accepted before, so a 400 can only mean the token. */
function isRejectedPageToken(error: unknown, { pageToken, restarts }: Position): boolean {
  const refused = error instanceof VendorError && error.class === 'invalid-request'
  return refused && pageToken !== undefined && restarts < MAX_RESTARTS
}

/** Moves behind a list page. Without mail the member `messages` is absent; only a missing token ends the list. */
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

const CYCLE_WARNING = 'Gmail’s list went round in circles and was left there: what lies behind it was not read.'
