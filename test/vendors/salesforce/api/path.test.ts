import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { path, toPagePath } from '../../../../vendors/salesforce/api/path.ts'

describe('a value in a path', () => {
  test('remains a single segment for any content', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (part) => {
        fc.pre(!['', '.', '..'].includes(part))
        const url = new URL(path`/sobjects/${part}/describe`, 'https://acme.my.salesforce.com/')
        expect(url.pathname.split('/')).toHaveLength(4)
        expect(url.search + url.hash).toBe('')
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(part.toWellFormed())
      }),
    )
  })

  test.each(['', '.', '..'])('is rejected if it is not a plain segment: «%s»', (part) => {
    expect(() => path`/sobjects/${part}/describe`).toThrow(RangeError)
  })
})

describe('the URL of the next page', () => {
  const PLACE = '/services/data/v62.0/query/01gD0000002HU6KIAW-2000'

  test('is used by its path only, so that no other host is called', () => {
    expect(toPagePath(PLACE)).toBe(PLACE)
    expect(toPagePath(`https://evil.example${PLACE}`)).toBe(PLACE)
  })

  test.each([
    '',
    '/services/data/v62.0/sobjects/User',
    '/services/data/v62.0/query/../sobjects',
    '//evil.example/x',
    `${PLACE}?x=1`,
  ])('is rejected otherwise: %s', (address) => {
    expect(toPagePath(address)).toBeUndefined()
  })
})
