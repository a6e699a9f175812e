import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addPiece, toPieces } from '../../../../src/middleware/large-bodies/pieces.ts'

const LONG = 'x'.repeat(300_000)

function rebuild(value: unknown): { root: unknown; pieces: number; maxLength: number } {
  const holder = { root: undefined as unknown }
  const pieces = [...toPieces(value)]
  for (const piece of pieces) addPiece(holder, piece)
  const lengths = pieces.map((piece) => (piece.kind === 'text' ? 0 : piece.json.length))
  return { root: holder.root, pieces: pieces.length, maxLength: Math.max(...lengths) }
}

describe('the pieces of a value', () => {
  test('of a small one are one piece', () => {
    expect(rebuild({ a: [1, { b: null }] })).toMatchObject({ root: { a: [1, { b: null }] }, pieces: 1 })
  })

  test('of a long list are many short ones', () => {
    const value = { list: Array.from({ length: 200_000 }, (_, index) => ({ name: `n${index}`, value: index })) }
    const { root, pieces, maxLength } = rebuild(value)
    expect(root).toEqual(value)
    expect(pieces).toBeGreaterThan(10)
    expect(maxLength).toBeLessThan(1_000_000)
  })

  test.each([
    [
      'an object with many members',
      Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`m${n}`, `${n}`.repeat(20)])),
    ],
    ['a long text', LONG],
    ['long texts in a list', [1, LONG, 2, LONG, LONG, 3]],
    ['long texts deep inside', { a: { b: [[], { c: LONG, d: [LONG, 'e'] }] }, f: {} }],
    ['empty members beside a long one', { a: '', b: LONG, c: [], d: {}, e: null }],
    ['half a surrogate', ['\ud800', LONG]],
    ['members that are numbers', { 2: LONG, 1: 'a' }],
    ['members called like those of Object', { constructor: { prototype: LONG }, toString: LONG, valueOf: 1 }],
  ])('of %s are rebuilt as they were', (_name, value) => {
    expect(rebuild(value).root).toEqual(value)
  })

  test('of any value are rebuilt as they were', () => {
    const leaf = fc.oneof(fc.constant(LONG), fc.string(), fc.integer(), fc.constant(null))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          tie('value'),
          { maxKeys: 5 },
        ),
      ),
    }))
    fc.assert(
      fc.property(value, (any) => {
        expect(JSON.stringify(rebuild(any).root)).toBe(JSON.stringify(any))
      }),
    )
  })
})
