import { createHash } from 'node:crypto'

/** A mutable (default) id changes when the item is moved (https://learn.microsoft.com/graph/outlook-immutable-id). */
export type IdKind = 'mutable' | 'immutable'

const PREFIXES: Readonly<Record<IdKind, string>> = { mutable: 'AAMkAG', immutable: 'AAkALgAAAA' }

/** Both ids of an item. They are case-sensitive and contain characters that must be escaped in a path. */
export type ItemIds = Readonly<Record<IdKind, string>>

/** `location` identifies the folder or calendar of the item; only the mutable id depends on it. */
export function createItemIds(item: string, location: string): ItemIds {
  return {
    mutable: createOutlookId('mutable', `${item} in ${location}`),
    immutable: createOutlookId('immutable', item),
  }
}

export function createOutlookId(kind: IdKind, source: string): string {
  const text = createHash('sha256').update(source).digest('base64')
  return PREFIXES[kind] + (kind === 'immutable' ? text.replaceAll('+', '-').replaceAll('/', '_') : text)
}

/** The id of a folder or conversation, which is the same for both kinds of ids. */
export function createContainerId(prefix: 'AQMk' | 'AAQk', source: string): string {
  return `${prefix}AG${createHash('sha256').update(source).digest('base64url')}=`
}

/** Whether the text has the form of an id. Graph rejects other texts as malformed rather than as not found. */
export function isOutlookId(text: string): boolean {
  return /^(AAMk|AAkA|AQMk)[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)
}
