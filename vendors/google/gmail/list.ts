import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { entriesOf } from '../../../src/kit/lists.ts'
import type { Listed } from '../../../src/kit/mail-page.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Ask } from '../client.ts'
import { atChunk, type Entry, type Position } from './cursor.ts'
import { type Search, toQuery } from './query.ts'

/** Price of a list. https://developers.google.com/workspace/gmail/api/reference/quota */
const UNITS = 5
/** Ids of the list that are known again on its next page. */
const TAIL = 10
/** Lists of one sync that may be begun again; a vendor that forgets faster cannot be read. */
const MOST_RESTARTS = 3

/** Reads the next page of the list. `mayRestart` lets it begin the chunk again when Gmail refuses the page token. */
export async function listNext(
  ask: Ask<gmail_v1.Gmail>,
  search: Search,
  position: Position,
  limit: number,
  mayRestart: boolean,
): Promise<Listed<Position, Entry>> {
  try {
    return advance(position, await list(ask, search, position, limit))
  } catch (error) {
    if (!mayRestart || !isRefusedToken(error, position)) throw error
    const again = { ...atChunk(position, position.chunk), restarts: position.restarts + 1 }
    const listed = advance(again, await list(ask, search, again, limit))
    return { ...listed, warnings: [RESTARTED, ...listed.warnings] }
  }
}

const RESTARTED =
  'Gmail no longer knew the place in its list, which was begun again: messages may come that came before.'

function list(ask: Ask<gmail_v1.Gmail>, search: Search, { before, chunk, pageToken }: Position, limit: number) {
  const parameters = {
    userId: 'me',
    q: toQuery(search, before, search.chunks[chunk] ?? []),
    maxResults: limit,
    ...(pageToken ? { pageToken } : {}),
  }
  return ask(UNITS, (google, options) => google.users.messages.list(parameters, options))
}

/** The same query without the token was accepted before, so a 400 can only mean the token. */
function isRefusedToken(error: unknown, { pageToken, restarts }: Position): boolean {
  const refused = error instanceof VendorError && error.class === 'invalid-request'
  return refused && pageToken !== undefined && restarts < MOST_RESTARTS
}

/** Moves behind a list page. Without mail the member `messages` is absent; only a missing token ends the list. */
function advance(position: Position, page: gmail_v1.Schema$ListMessagesResponse): Listed<Position, Entry> {
  const { chunk } = position
  const ids = [...new Set(entriesOf('Gmail', page.messages).flatMap((message) => message?.id ?? []))]
  const found = ids.filter((id) => !position.tail.includes(id)).map((id) => ({ id, tries: 0, chunk }))
  const next = page.nextPageToken || undefined
  if (next === undefined) return { found, position: atChunk(position, chunk + 1), warnings: [] }
  if (next === position.landmark) return { found, position: atChunk(position, chunk + 1), warnings: [CIRCLE] }
  return { found, position: { ...step(position, next), tail: [...position.tail, ...ids].slice(-TAIL) }, warnings: [] }
}

const CIRCLE = 'Gmail’s list went round in circles and was left there: what lies behind it was not read.'

/**
 * A new landmark at every page whose number is a power of two finds a circle of any length while only one token is
 * carried along (R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980).
 */
function step(position: Position, pageToken: string): Position {
  const pages = position.pages + 1
  const isPowerOfTwo = (pages & (pages - 1)) === 0
  return { ...position, pageToken, pages, ...(isPowerOfTwo ? { landmark: pageToken } : {}) }
}
