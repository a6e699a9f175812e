import { createHash } from 'node:crypto'

/** The default kind changes when an item moves, the immutable kind does not (…/graph/outlook-immutable-id). */
export type IdKind = 'mutable' | 'immutable'

const PREFIXES: Readonly<Record<IdKind, string>> = { mutable: 'AAMkAG', immutable: 'AAkALgAAAA' }

/** Both of an item's ids. Case tells them apart, and they hold characters that a path has to escape. */
export type ItemIds = Readonly<Record<IdKind, string>>

/** `place` is where the item lies: it goes into the default id only. */
export function createItemIds(item: string, place: string): ItemIds {
  return { mutable: createOutlookId('mutable', `${item} in ${place}`), immutable: createOutlookId('immutable', item) }
}

export function createOutlookId(kind: IdKind, of: string): string {
  const text = createHash('sha256').update(of).digest('base64')
  return PREFIXES[kind] + (kind === 'immutable' ? text.replaceAll('+', '-').replaceAll('/', '_') : text)
}

/** Ids of folders and conversations: constant, whatever is preferred. */
export function createContainerId(prefix: 'AQMk' | 'AAQk', of: string): string {
  return `${prefix}AG${createHash('sha256').update(of).digest('base64url')}=`
}

/** Whether a text could be an id at all. Another one is malformed, rather than not found. */
export function isOutlookId(text: string): boolean {
  return /^(AAMk|AAkA|AQMk)[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)
}
