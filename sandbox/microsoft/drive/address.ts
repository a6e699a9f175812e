/** What a path below /v1.0 names: `/drives/{id}/items/{id}:/Plan.docx:/content`. */
export interface DriveAddress {
  /** `me`, a drive's id, or a sharing token. */
  base: { kind: 'me' } | { kind: 'drive'; id: string } | { kind: 'share'; token: string }
  /** Undefined for the drive itself. */
  item: { kind: 'root' } | { kind: 'id'; id: string } | undefined
  /** Decoded names relative to the item. */
  path: string[]
  /** The last segment, such as `content`; empty for the resource. */
  action: string
}

const BASE = /^\/(?:me\/drive|drives\/([^/:]+)|shares\/([^/:]+))(?=[/:]|$)/
const ITEM = /^\/(?:root|driveItem|items\/([^/:]+))(?=[/:]|$)/

/**
 * Parses the path as it was sent: colons divide it and are never escaped, names are percent-encoded
 * (https://learn.microsoft.com/graph/onedrive-addressing-driveitems). Returns undefined if it is malformed.
 */
export function parseAddress(pathname: string): DriveAddress | undefined {
  const base = BASE.exec(pathname)
  if (!base) return undefined
  const [whole, driveId, token] = base
  const parsedBase = toBase(driveId, token)
  let rest = pathname.slice(whole.length)
  const item = ITEM.exec(rest)
  if (!item) {
    // A drive, or an item that is addressed by its path from the root: `/me/drive/root:/…` has a root.
    return rest === '' ? { base: parsedBase, item: undefined, path: [], action: '' } : undefined
  }
  rest = rest.slice(item[0].length)
  const parsedItem =
    item[1] === undefined ? ({ kind: 'root' } as const) : ({ kind: 'id', id: decode(item[1]) } as const)
  const tail = parseTail(rest)
  return tail && { base: parsedBase, item: parsedItem, ...tail }
}

function toBase(driveId: string | undefined, token: string | undefined): DriveAddress['base'] {
  if (driveId !== undefined) return { kind: 'drive', id: decode(driveId) }
  return token === undefined ? { kind: 'me' } : { kind: 'share', token: decode(token) }
}

/** `/content`, `:/a/b.docx`, `:/a/b.docx:` or `:/a/b.docx:/content`. */
function parseTail(rest: string): Pick<DriveAddress, 'path' | 'action'> | undefined {
  const plain = /^(?:\/([A-Za-z]+))?$/.exec(rest)
  if (plain) return { path: [], action: plain[1] ?? '' }
  const named = /^:\/([^:]+?)\/?(?::(?:\/([A-Za-z]+))?)?$/.exec(rest)
  if (!named?.[1]) return undefined
  const path = named[1].split('/').map(decode)
  return path.includes('') ? undefined : { path, action: named[2] ?? '' }
}

/** A malformed escape remains as it is, and names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
