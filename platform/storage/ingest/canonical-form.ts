import { hash } from 'node:crypto'
import { toStorableText } from '../text-normalization.ts'

/** Part of every content hash. Increase it when the mapping from items to rows changes, so that all items are rewritten. */
const MAPPING_VERSION = 1

/** The hash of a value, and whether all of its texts are in canonical form. */
export interface HashedContent {
  /** SHA-256 of the canonical form, as hex: independent of key order and Unicode normalization. */
  hash: string
  hasCanonicalTexts: boolean
}

export function hashContent(value: unknown): HashedContent {
  const text = toHashedText(withSortedKeys(value))
  // Only the texts of a value with sorted keys can differ from their canonical form, and they rarely do.
  const hasCanonicalTexts = isCanonical(text)
  return { hash: hashText(hasCanonicalTexts ? text : toHashedText(canonicalize(value))), hasCanonicalTexts }
}

/** SHA-256 of the canonical form of a value, as hex. */
export function contentHash(value: unknown): string {
  return hashContent(value).hash
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

/** A copy with sorted keys, or the value itself if they are sorted. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? withSortedItems(value) : withSortedMembers(value as Record<string, unknown>)
}

function withSortedItems(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined
  for (let index = 0; index < items.length; index += 1) {
    const sorted = withSortedKeys(items[index])
    if (sorted === items[index]) continue
    copy ??= [...items]
    copy[index] = sorted
  }
  return copy ?? items
}

function withSortedMembers(value: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(value)
  const sortedNames = sortNames(names)
  let copy = sortedNames === names ? undefined : ({} as Record<string, unknown>)
  for (let index = 0; index < sortedNames.length; index += 1) {
    const name = sortedNames[index] as string
    const member = value[name]
    const sorted = withSortedKeys(member)
    if (copy === undefined && sorted !== member) copy = copyMembers(value, sortedNames.slice(0, index))
    if (copy !== undefined) setMember(copy, name, sorted)
  }
  return copy ?? value
}

/** Each member is sorted once: sorting it again for a copy would take twice as long for each level of nesting. */
function copyMembers(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name of names) setMember(copy, name, value[name])
  return copy
}

function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment to this name would set the prototype.
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true })
  else object[name] = value
}

/** The names that were sorted last: the items of a page mostly have the same. */
let lastNames: readonly string[] = []
let lastSortedNames: readonly string[] = []

/** Returns `names` itself if they are sorted. */
function sortNames(names: readonly string[]): readonly string[] {
  if (names.every((name, index) => index === 0 || (names[index - 1] as string) < name)) return names
  if (names.length !== lastNames.length || names.some((name, index) => name !== lastNames[index])) {
    lastNames = names
    lastSortedNames = names.toSorted()
  }
  return lastSortedNames
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
