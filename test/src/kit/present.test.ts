import { expect, test } from '@jest/globals'
import { present } from '../../../src/kit/present.ts'

test('only members that hold something are kept; nought and no are something', () => {
  const members = { a: 'text', b: '', c: null, d: undefined, e: 0, f: false, g: [] as string[] }
  expect(present(members)).toEqual({ a: 'text', e: 0, f: false, g: [] })
  expect(Object.keys(present(members))).toEqual(['a', 'e', 'f', 'g'])
})
