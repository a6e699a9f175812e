import { createHash } from 'node:crypto'
import type { Call } from '../core/call.ts'
import { refuseParameter } from './errors.ts'
import type { Google } from './google.ts'

/** Where an item stands in its list. Items arriving or vanishing elsewhere do not move it. */
export type Place = readonly [number, string]

export interface Listing<T> {
  /** Sorted by place, ascending. */
  all: readonly T[]
  placeOf(item: T): Place
  keeps(item: T): boolean
  /** At most this many on a page. */
  size: number
}

export interface Page<T> {
  items: T[]
  nextPageToken?: string
}

interface Position {
  /** The request the token belongs to. */
  bound: string
  after: Place | null
  /** Empty pages still to come before the next full one. */
  empties: number
}

/** One page of the listing, from where the call's `pageToken` says. A token is good for its own query only. */
export function pageOf<T>(google: Google, call: Call, { all, placeOf, keeps, size }: Listing<T>): Page<T> {
  const bound = boundOf(call)
  const { emptyPages } = google.settings
  const { after, empties } = positionOf(google, call, bound) ?? { after: null, empties: emptyPages }
  const tokenFor = (position: Omit<Position, 'bound'>) => ({ nextPageToken: google.seal.close({ bound, ...position }) })
  if (empties > 0) return { items: [], ...tokenFor({ after, empties: empties - 1 }) }
  const items: T[] = []
  let index = after === null ? 0 : indexAfter(all, placeOf, after)
  for (; index < all.length; index++) {
    const item = all[index] as T
    if (!keeps(item)) continue
    const last = items.at(-1)
    if (items.length === size && last) return { items, ...tokenFor({ after: placeOf(last), empties: emptyPages }) }
    items.push(item)
  }
  return { items }
}

function positionOf(google: Google, call: Call, bound: string): Position | undefined {
  const token = call.url.searchParams.get('pageToken')
  if (!token) return undefined
  const position = google.seal.open(token) as Position | undefined
  if (position?.bound !== bound) refuseParameter(call, 'pageToken', 'Invalid pageToken', 'invalidPageToken')
  return position
}

/** Everything that decides which items are listed and in which order. */
function boundOf(call: Call): string {
  const query = [...call.url.searchParams].filter(
    ([name]) => !['pageToken', 'maxResults', 'fields', 'alt'].includes(name),
  )
  const all = JSON.stringify([call.account, call.url.pathname, query.sort()])
  return createHash('sha256').update(all).digest('base64url')
}

function indexAfter<T>(all: readonly T[], placeOf: (item: T) => Place, place: Place): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(placeOf(all[middle] as T), place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

export function compare([a, x]: Place, [b, y]: Place): number {
  return a - b || (x < y ? -1 : Number(x > y))
}
