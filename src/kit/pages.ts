import type { StandardSyncResponse } from '../contract/sync.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../contract/sync.ts'
import { omitUndefined } from '../runtime/omit.ts'
import type { Call, Settings } from './application.ts'
import { ValidationError } from './errors.ts'

const CURSOR_VERSION = 1

/** The maximum number of items on a page: the requested limit, capped at MAX_PAGE_SIZE. */
export function toPageLimit(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

/** A page in the contract's shape. With a `cursor`, there are further pages. */
export function toPage<Item>(items: Item[], warnings: string[] = [], cursor?: string): StandardSyncResponse<Item> {
  return omitUndefined({
    items,
    metadata: warnings.length > 0 ? { warnings } : undefined,
    pagination: omitUndefined({ hasMore: cursor !== undefined, cursor, pageSize: items.length }),
  })
}

/**
 * Encodes the position of a sync as the opaque cursor of the next page. The cursor is signed together with `binding`, the
 * values that must not change between pages (connection, filter). A position must not hold a host or a credential.
 */
export function sealCursor<S extends Settings>(call: Call<S>, binding: unknown, position: unknown): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${CURSOR_VERSION}.${text}.${call.keys.sign('cursor', toSignedText(call, binding, text))}`
}

/**
 * Decodes a cursor of `sealCursor` to its position. Throws ValidationError at `pointer` if the cursor was altered or
 * belongs to another version, connection or filter.
 */
export function openCursor<Position, S extends Settings>(
  call: Call<S>,
  binding: unknown,
  cursor: string,
  pointer = '#/filter/cursor',
): Position {
  const [version, text, signature, ...rest] = cursor.split('.')
  if (version !== String(CURSOR_VERSION) || !text || !signature || rest.length > 0) throw invalidCursor(pointer)
  if (!call.keys.verify('cursor', toSignedText(call, binding, text), signature)) throw invalidCursor(pointer)
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Position
}

/** What a vendor has returned for a page, and where it continues: undefined if there is nothing more. */
export interface VendorPage<Item, Position> {
  items: Item[]
  next?: Position | undefined
  warnings?: string[]
}

/**
 * Reads one page of a sync from a vendor that has pages of its own. `read` gets the maximum number of items, and the
 * position that it returned for the previous page: undefined for the first one. The cursor belongs to the connection and
 * to the rest of the filter; throws ValidationError for any other.
 */
export async function readPage<Item, Position, S extends Settings>(
  { connectedProvider, filter }: PagedRequest,
  call: Call<S>,
  read: (limit: number, position: Position | undefined) => Promise<VendorPage<Item, Position>>,
): Promise<StandardSyncResponse<Item>> {
  const { cursor, limit, ...range } = filter
  const binding = [connectedProvider.connectionId, range]
  const position = cursor === undefined ? undefined : openCursor<Position, S>(call, binding, cursor)
  const { items, next, warnings } = await read(toPageLimit(limit), position)
  return toPage(items, warnings, next === undefined ? undefined : sealCursor(call, binding, next))
}

/** The members of a sync's request that its pages depend on. */
interface PagedRequest {
  connectedProvider: { connectionId: string }
  filter: { cursor?: string; limit?: number }
}

function toSignedText<S extends Settings>(call: Call<S>, binding: unknown, text: string): string {
  return JSON.stringify([CURSOR_VERSION, call.application, binding, text])
}

function invalidCursor(pointer: string): ValidationError {
  return ValidationError.at(
    pointer,
    'this cursor was not issued for this connection and filter; start again without a cursor.',
  )
}
