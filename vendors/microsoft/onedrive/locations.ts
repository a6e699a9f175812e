import { toPath } from '../paths.ts'

/** Where Graph has an item. */
export interface Location {
  /** Segments of the item's path. */
  segments: readonly string[]
  /** Sent with each request for the item. */
  headers: Readonly<Record<string, string>>
}

/**
 * The location of a pasted link, which is sent to Graph in encoded form and never requested itself. Undefined for an
 * address of another site, or of one that only looks like Microsoft's.
 * https://learn.microsoft.com/graph/api/shares-get
 */
export function toLinkLocation(link: string): Location | undefined {
  const text = link.trim()
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.port !== '' || url.username || url.password) return undefined
  if (!isLinkHost(url.hostname)) return undefined
  url.hash = ''
  return { segments: ['shares', toShareToken(url.href), 'driveItem'], headers: REDEEM }
}

/** The location of a link or of an id `<driveId>/<itemId>`. Upper and lower case differ in ids. */
export function toLocation(linkOrId: string): Location | undefined {
  const [, driveId, itemId] = /^([\w!-]{1,256})\/([\w!-]{1,256})$/.exec(linkOrId.trim()) ?? []
  return driveId && itemId ? itemLocation(driveId, itemId) : toLinkLocation(linkOrId)
}

/** The location of an item by its ids. */
export function itemLocation(driveId: string, itemId: string): Location {
  return { segments: ['drives', driveId, 'items', itemId], headers: {} }
}

/** The folder in which a user's own files are. */
export const OWN_FILES: Location = { segments: ['me', 'drive', 'root'], headers: {} }

/** The path of an item, or of something below it. */
export function pathOf({ segments }: Location, below: readonly string[] = [], query: Record<string, string> = {}) {
  return toPath([...segments, ...below], query)
}

/** A link gives access for this one request. Without `IfNecessary` the item would be shared with the user for good. */
const REDEEM = { Prefer: 'redeemSharingLinkIfNecessary' }

function isLinkHost(hostname: string): boolean {
  return hostname === '1drv.ms' || hostname === 'onedrive.live.com' || /^[^.].*\.sharepoint\.com$/.test(hostname)
}

function toShareToken(link: string): string {
  return `u!${Buffer.from(link).toString('base64url')}`
}
