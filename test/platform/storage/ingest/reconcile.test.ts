import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  canonicalHash,
  canonicalize,
  canonicalizeText,
  contentHash,
  hashContent,
} from '../../../../platform/storage/ingest/canonical-form.ts'
import { type KeyedItem, reconcile, type StoredItem } from '../../../../platform/storage/ingest/reconcile.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const item = (key: string, hash: string, kind = 'email', insertOnly = false): KeyedItem => ({
  key,
  kind,
  hash,
  ...omitUndefined({ insertOnly: insertOnly ? (true as const) : undefined }),
})

describe('reconcile', () => {
  const stored = new Map<string, StoredItem>([['a', { kind: 'email', hash: '1' }]])

  test('creates unknown items, updates changed ones and leaves the rest', () => {
    const { create, update, counters } = reconcile([item('a', '1'), item('b', '1')], stored)
    expect([create, update]).toEqual([[item('b', '1')], []])
    expect(counters).toEqual({ created: 1, updated: 0, unchanged: 1, skipped: 0, failedCount: 0 })
    expect(reconcile([item('a', '2')], stored).update).toEqual([item('a', '2')])
  })

  test('takes the last of two items with the same key and counts the other as skipped', () => {
    const { create, counters } = reconcile([item('b', '1'), item('b', '2')], stored)
    expect(create).toEqual([item('b', '2')])
    expect(counters).toMatchObject({ created: 1, skipped: 1 })
  })

  test('refuses to change the kind of a key, with a warning', () => {
    const { create, update, counters, warnings } = reconcile([item('a', '2', 'event')], stored)
    expect([create, update]).toEqual([[], []])
    expect(counters.failedCount).toBe(1)
    expect(warnings).toEqual(['a is a email and cannot become a event; it was left as it is'])
  })

  test('does not update items that are insert-only', () => {
    expect(reconcile([item('a', '2', 'email', true)], stored).counters.unchanged).toBe(1)
    expect(reconcile([item('b', '2', 'email', true)], stored).counters.created).toBe(1)
  })

  test('rewrites stored items without a hash', () => {
    expect(reconcile([item('a', '1')], new Map([['a', { kind: 'email' }]])).counters.updated).toBe(1)
  })

  test('agrees with a model that applies items one by one', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const items = fc.array(
      fc.record({ key: keys, kind: fc.constantFrom('email', 'event'), hash: fc.constantFrom('1', '2', '3') }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(fc.array(items, { maxLength: 12 }), (pages) => {
        const stored = new Map<string, StoredItem>()
        const oracle = new Map<string, KeyedItem>()
        for (const page of pages) {
          const { create, update, counters } = reconcile(page, stored)
          expect(Object.values(counters).reduce((sum, count) => sum + count)).toBe(page.length)
          expect(counters).toEqual(applyOneByOne(page, oracle))
          for (const { key, kind, hash } of [...create, ...update]) stored.set(key, { kind, hash })
          expect(stored).toEqual(new Map([...oracle].map(([key, { kind, hash }]) => [key, { kind, hash }])))
        }
      }),
      { numRuns: randomRuns(2_000) },
    )
  })

  /** The model: compares the last item of each key with the stored one. */
  function applyOneByOne(page: readonly KeyedItem[], stored: Map<string, KeyedItem>) {
    const counters = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: 0 }
    page.forEach((item, index) => {
      const previous = stored.get(item.key)
      if (page.slice(index + 1).some((later) => later.key === item.key)) counters.skipped += 1
      else if (previous && previous.kind !== item.kind) counters.failedCount += 1
      else if (previous?.hash === item.hash) counters.unchanged += 1
      else {
        counters[previous ? 'updated' : 'created'] += 1
        stored.set(item.key, item)
      }
    })
    return counters
  }
})

describe('contentHash', () => {
  test('does not depend on key order, Unicode normalization or undefined members', () => {
    const hash = contentHash({ title: 'Zoë', people: [{ a: 1, b: 2 }] })
    expect(contentHash({ people: [{ b: 2, a: 1 }], title: 'Zoe\u0308', gone: undefined })).toBe(hash)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is the hash of the canonical form, whatever the texts and names are', () => {
    const fragments = [
      'a',
      'é',
      'e\u0301',
      '\u0301',
      '\u0338',
      '=',
      '"',
      '\\',
      '\\u0000',
      '\\ud',
      '\0',
      '\n',
      '\ud800',
      '\udc00',
    ]
    const text = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'grapheme' })), { maxLength: 6 })
    const key = fc.oneof(
      fc.constantFrom('__proto__', '10', '2', 'b', 'a'),
      text.map((parts) => parts.join('')),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text.map((parts) => parts.join('')),
        fc.constantFrom(undefined, null, true, 1.5),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(value, (content) => {
        const { hash, hasCanonicalTexts } = hashContent(content)
        expect(hash).toBe(canonicalHash(canonicalize(content)))
        if (hasCanonicalTexts) expect(textsOf(content).map(canonicalizeText)).toEqual(textsOf(content))
      }),
      { numRuns: randomRuns(1_000) },
    )
  })

  /** All texts and names of a value. */
  function textsOf(value: unknown): string[] {
    if (typeof value === 'string') return [value]
    if (typeof value !== 'object' || value === null) return []
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return members.flatMap(([name, member]) => [name, ...textsOf(member)])
  }

  test('reads each member once, however deeply it is nested', () => {
    let reads = 0
    const inner = {
      b: 1,
      get a() {
        reads += 1
        return 2
      },
    }
    const nest = (value: unknown, depth: number): unknown => (depth === 0 ? value : nest({ nested: value }, depth - 1))
    contentHash(nest(inner, 12))
    expect(reads).toBe(1)
  })

  test('differs for different contents', () => {
    const contents = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, [], { a: { b: 1 } }, { b: 1 }, { a: 2 }]
    expect(new Set(contents.map(contentHash)).size).toBe(contents.length)
  })

  test('does not depend on the order of keys, at any depth', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), (value) => {
        expect(contentHash(reversed(value))).toBe(contentHash(value))
      }),
      { numRuns: randomRuns(100) },
    )
  })

  function reversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).reverse()
    return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
  }
})

describe('canonicalize', () => {
  test('removes characters that PostgreSQL cannot store', () => {
    expect(canonicalize({ text: 'a\0b\ud800', list: ['\0'] })).toEqual({ list: [''], text: 'ab\ufffd' })
  })
})
