import { hash } from 'node:crypto'
import { type Counters, NO_COUNTS } from '../../model/sync.ts'

/** An item of a page, by what reconciling looks at. */
export interface KeyedItem {
  /** Names it within its tenant, provider and application. */
  key: string
  /** What it is: its block type. A key never changes its kind. */
  kind: string
  /** Of what the provider sent. */
  hash: string
  /** Made once and the user's from then on, such as a proposed task. */
  insertOnly?: true
}

/** What is stored under a key. */
export interface StoredItem {
  kind: string
  /** Absent: of something that must be written again whatever it holds. */
  hash?: string
}

/** What is to be done with a page's items, and what will have become of each. */
export interface Decisions<Item> {
  create: Item[]
  update: Item[]
  counters: Counters
  warnings: string[]
}

/**
 * Compares a page with what is stored: unknown key, create; other content, update; same content, nothing. Of two items
 * with one key the later counts. Whether something is archived makes no difference: that is its owner's decision.
 */
export function reconcile<Item extends KeyedItem>(
  items: readonly Item[],
  known: ReadonlyMap<string, StoredItem>,
): Decisions<Item> {
  const latest = new Map(items.map((item) => [item.key, item]))
  const decisions: Decisions<Item> = { create: [], update: [], counters: { ...NO_COUNTS }, warnings: [] }
  decisions.counters.skipped = items.length - latest.size
  for (const item of latest.values()) decide(item, known.get(item.key), decisions)
  return decisions
}

function decide<Item extends KeyedItem>(item: Item, known: StoredItem | undefined, into: Decisions<Item>): void {
  if (!known) {
    into.create.push(item)
    into.counters.created += 1
  } else if (known.kind !== item.kind) {
    into.counters.failedCount += 1
    into.warnings.push(`${item.key} is a ${known.kind} and cannot become a ${item.kind}; it was left as it is`)
  } else if (item.insertOnly || known.hash === item.hash) {
    into.counters.unchanged += 1
  } else {
    into.update.push(item)
    into.counters.updated += 1
  }
}

/** Goes into every hash: raised when items become other rows than before, it has all of them written again. */
const MAPPING_VERSION = 1

/** SHA-256 of a value in canonical form, as hex: the same however the value is written. */
export function contentHash(value: unknown): string {
  return canonicalHash(canonicalize(value))
}

/** The same of a value that is in canonical form already, as a page is whose items are hashed one by one. */
export function canonicalHash(value: unknown): string {
  return hash('sha256', JSON.stringify([MAPPING_VERSION, value]), 'hex')
}

/**
 * The same value written in one way: keys sorted, nothing undefined, text in NFC. Characters that PostgreSQL cannot
 * hold are left out too, because what is compared must be what is stored.
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

function canonicalizeText(text: string): string {
  return text.normalize('NFC').replaceAll('\0', '').toWellFormed()
}
