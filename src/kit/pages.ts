import type { StandardSyncResponse } from '../contract/sync.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../contract/sync.ts'
import type { Call, Settings } from './application.ts'
import { ValidationError } from './errors.ts'

const CURSOR_VERSION = 1

/** Items on this page, at most: what was asked for, within what the hub gives. */
export function pageLimit(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

/** A page in the contract's shape. With a `cursor` there is more to come. */
export function toPage<Item>(items: Item[], warnings: string[] = [], cursor?: string): StandardSyncResponse<Item> {
  return {
    items,
    ...(warnings.length > 0 ? { metadata: { warnings } } : {}),
    pagination: {
      hasMore: cursor !== undefined,
      ...(cursor === undefined ? {} : { cursor }),
      pageSize: items.length,
    },
  }
}

/**
 * Packs where a sync stands into the opaque cursor of the next page. It is signed and bound to `binding`, everything
 * that must stay the same from page to page (connection, filter), and never holds a host or a credential.
 */
export function sealCursor<S extends Settings>(call: Call<S>, binding: unknown, position: unknown): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${CURSOR_VERSION}.${text}.${call.keys.sign('cursor', bound(call, binding, text))}`
}

/**
 * The position a cursor was made from. Throws ValidationError for a cursor that is altered, of another version,
 * another connection or another filter.
 */
export function openCursor<Position, S extends Settings>(call: Call<S>, binding: unknown, cursor: string): Position {
  const [version, text, signature, ...rest] = cursor.split('.')
  if (version !== String(CURSOR_VERSION) || !text || !signature || rest.length > 0) throw foreignCursor()
  if (!call.keys.verify('cursor', bound(call, binding, text), signature)) throw foreignCursor()
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Position
}

function bound<S extends Settings>(call: Call<S>, binding: unknown, text: string): string {
  return JSON.stringify([CURSOR_VERSION, call.application, binding, text])
}

function foreignCursor(): ValidationError {
  return ValidationError.at(
    '#/filter/cursor',
    'this cursor was not made by this provider for this connection and filter; start again without a cursor.',
  )
}
