import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseJson } from '../../../src/runtime/json-body.ts'
import { JsonError, MAX_DEPTH, MAX_MEMBERS, scanJson } from '../../../src/runtime/json-scan.ts'

const scan = (text: string, maxValues?: number) => scanJson(Buffer.from(text), maxValues)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const membersOf = (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":0`).join(',')

describe('the scan of a JSON text', () => {
  test('counts commas and brackets, but none in strings', () => {
    expect(scan('{"a":[1,2,{"b":"],}[{,\\",["}],"c\\\\":"\\\\"}')).toBe(6)
  })

  test('accepts a text of the maximum depth and refuses a deeper one', () => {
    expect(() => scan(nested(MAX_DEPTH))).not.toThrow()
    expect(() => scan(nested(MAX_DEPTH + 1))).toThrow(new JsonError('is nested deeper than 64 levels'))
  })

  test('counts levels that are open at the same time only', () => {
    expect(() =>
      scan(
        `[${Array(1_000)
          .fill(nested(MAX_DEPTH - 1))
          .join(',')}]`,
      ),
    ).not.toThrow()
  })

  test('accepts an object with the maximum number of members and refuses one with more, at any place', () => {
    expect(() => scan(`[{${membersOf(MAX_MEMBERS)}}]`)).not.toThrow()
    expect(() => scan(`[[],{"a":1},{${membersOf(MAX_MEMBERS + 1)}}]`)).toThrow(/more than 10000 members/)
  })

  test('limits the members of objects, not the items of lists', () => {
    expect(() => scan(`{"list":[${Array(50_000).fill('{"a":1,"b":2}').join(',')}]}`)).not.toThrow()
  })

  test('refuses more values than allowed', () => {
    expect(() => scan('[1,2,3]', 3)).not.toThrow()
    expect(() => scan('[1,2,3]', 2)).toThrow(/more than 2 values/)
  })

  test.each(['', '"', '"\\', ']]]}', '{{{', '\\"[', ',,,,'])('of %j, which is no JSON, ends', (text) => {
    expect(() => scan(text)).not.toThrow()
  })

  test('finds the depth and the values of any JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(scan(JSON.stringify(value, undefined, 1))).toBe(countValues(value))
      }),
    )
  })
})

describe('parsing', () => {
  test('returns the value and the number of its commas and brackets', () => {
    expect(parseJson(Buffer.from('{"a":[1,"ü"]}'))).toEqual({ value: { a: [1, 'ü'] }, values: 3 })
  })

  test.each(['', '{', '{"a":1}x', '{"a":undefined}', '\ufeff{}', "{'a':1}"])('of %j is refused', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(new JsonError('is not valid JSON'))
  })

  test.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":{}}]}'])('of %s is refused', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(JsonError)
  })
})

/** Brackets that open, and the commas between members. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return 1 + Math.max(0, members.length - 1) + members.reduce<number>((sum, member) => sum + countValues(member), 0)
}
