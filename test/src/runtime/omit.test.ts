import { describe, expect, test } from '@jest/globals'
import { omitEmpty, omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'

const FALSY = { zero: 0, no: false, notANumber: Number.NaN, list: [] as string[] }
const MEMBERS = { text: 'text', ...FALSY, empty: '', nothing: null, missing: undefined }

describe.each([
  ['omitUndefined', omitUndefined, { text: 'text', ...FALSY, empty: '', nothing: null }],
  ['omitNullish', omitNullish, { text: 'text', ...FALSY, empty: '' }],
  ['omitEmpty', omitEmpty, { text: 'text', ...FALSY }],
])('%s', (_, omit, expected) => {
  test('drops its members and no others, in the same order', () => {
    expect(omit(MEMBERS)).toStrictEqual(expected)
    expect(Object.keys(omit(MEMBERS))).toEqual(Object.keys(expected))
  })

  test('leaves its argument alone', () => {
    const members = { ...MEMBERS }
    expect(omit(members)).not.toBe(members)
    expect(members).toStrictEqual(MEMBERS)
  })
})
