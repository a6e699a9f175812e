import { hash } from 'node:crypto'
import { type Counters, NO_COUNTS } from '../../model/sync.ts'
import { toStorableText } from '../text-normalization.ts'

/** The properties of an incoming item that `reconcile` compares. */
export interface KeyedItem {
  /** Unique within tenant, provider and application. */
  key: string
  /** The block type. The kind of a key never changes. */
  kind: string
  /** Content hash of what the provider sent. */
  hash: string
  /** Created once and never updated, such as a proposed task, which belongs to the user from then on. */
  insertOnly?: true
}

/** The stored counterpart of an item with the same key. */
export interface StoredItem {
  kind: string
  /** Absent: forces a rewrite even if the content is unchanged. */
  hash?: string
}

/** Which items of a page to create and to update, and the resulting counters. */
export interface Decisions<Item> {
  create: Item[]
  update: Item[]
  counters: Counters
  warnings: string[]
}

/**
 * Compares a page with the stored items: an unknown key is created, different content updated, equal content left alone.
 * Of several items with the same key the last one counts. Archived items are treated like others: archiving is the
 * user's decision.
 */
export function reconcile<Item extends KeyedItem>(
  items: readonly Item[],
  stored: ReadonlyMap<string, StoredItem>,
): Decisions<Item> {
  const latest = new Map(items.map((item) => [item.key, item]))
  const decisions: Decisions<Item> = { create: [], update: [], counters: { ...NO_COUNTS }, warnings: [] }
  decisions.counters.skipped = items.length - latest.size
  for (const item of latest.values()) decide(item, stored.get(item.key), decisions)
  return decisions
}

function decide<Item extends KeyedItem>(item: Item, stored: StoredItem | undefined, decisions: Decisions<Item>): void {
  if (!stored) {
    decisions.create.push(item)
    decisions.counters.created += 1
  } else if (stored.kind !== item.kind) {
    decisions.counters.failedCount += 1
    decisions.warnings.push(`${item.key} is a ${stored.kind} and cannot become a ${item.kind}; it was left as it is`)
  } else if (item.insertOnly || stored.hash === item.hash) {
    decisions.counters.unchanged += 1
  } else {
    decisions.update.push(item)
    decisions.counters.updated += 1
  }
}

/** Part of every content hash. Increase it when the mapping from items to rows changes, so that all items are rewritten. */
const MAPPING_VERSION = 1

/** SHA-256 of the canonical form of a value, as hex: independent of key order and Unicode normalization. */
export function contentHash(value: unknown): string {
  const sorted = withSortedKeys(value)
  const text = toHashedText(sorted)
  // Only the texts of a value with sorted keys can differ from their canonical form, and they rarely do.
  return hashText(isCanonical(text) ? text : toHashedText(canonicalize(value)))
}

/** The same for a value that is already in canonical form, such as an item of a canonicalized page. */
export function canonicalHash(value: unknown): string {
  return hashText(toHashedText(value))
}

function toHashedText(value: unknown): string {
  return JSON.stringify([MAPPING_VERSION, value])
}

function hashText(text: string): string {
  return hash('sha256', text, 'hex')
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withSortedKeys)
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = withSortedKeys((value as Record<string, unknown>)[name])
    // An assignment to this name would set the prototype.
    if (name === '__proto__') Object.defineProperty(sorted, name, { value: member, enumerable: true })
    else sorted[name] = member
  }
  return sorted
}

/** In JSON text, NUL and halves of surrogate pairs are escape sequences. */
const UNSTORABLE = ['\\u0000', '\\ud']

/**
 * Whether no text in JSON text would be changed by `canonicalizeText`. Every part of a text in NFC is in NFC. May return
 * false where it would not be changed, such as for a backslash that is followed by these letters.
 */
function isCanonical(json: string): boolean {
  const isNormalized = Buffer.byteLength(json) === json.length || json.normalize('NFC') === json
  return isNormalized && !UNSTORABLE.some((sequence) => json.includes(sequence))
}

/**
 * The canonical form of a value: keys sorted, undefined members omitted, text in NFC. Characters that PostgreSQL cannot
 * store are removed as well, because the content compared must be the content stored.
 */
export function canonicalize<T>(value: T): T
export function canonicalize(value: unknown): unknown {
  if (typeof value === 'string') return canonicalizeText(value)
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [canonicalizeText(name), canonicalize(member)]))
}

export function canonicalizeText(text: string): string {
  return toStorableText(text.normalize('NFC'))
}
