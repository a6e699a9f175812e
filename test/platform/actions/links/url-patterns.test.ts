import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { specificity } from '../../../../platform/actions/links/url-patterns.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const matches = (pattern: string, address: string) => specificity({ pattern }, new URL(address)) !== undefined

describe('a pattern', () => {
  test.each([
    ['https://*.crm.example/*', 'https://acme.crm.example/deals/7', true],
    ['https://*.crm.example/*', 'https://a.b.crm.example/', true],
    ['https://*.crm.example/*', 'https://crm.example/deals', false],
    ['https://*.crm.example/*', 'https://evil.example/x.crm.example/', false],
    ['https://*.crm.example/*', 'https://evil.example/?.crm.example/', false],
    ['https://*.crm.example/*', 'https://evil.example#.crm.example/', false],
    ['https://*.crm.example/*', 'http://acme.crm.example/deals', false],
    ['https://*.crm.example/*', 'https://acme.crm.example:8443/deals', false],
    ['https://*.crm.example:8443/*', 'https://acme.crm.example:8443/deals', true],
    ['*://crm.example/*', 'http://crm.example/x', true],
    ['https://docs.example/d/*/edit', 'https://docs.example/d/1/edit', true],
    ['https://docs.example/d/*/edit', 'https://docs.example/d/edit', false],
    ['https://docs.example/d/*?id=*', 'https://docs.example/d/a?id=1', true],
    ['https://docs.example/a*a', 'https://docs.example/a', false],
    ['HTTPS://Docs.Example/*', 'https://docs.example/x', true],
    ['docs.example', 'https://docs.example/anything?x=1', true],
    ['docs.example', 'https://other.example/', false],
    ['*.docs.example', 'https://a.docs.example/b', true],
    ['https://docs.example', 'https://docs.example/b', true],
    ['https://docs.example/b', 'https://docs.example/b/c', false],
    ['https://docs.example/(a+)+$', 'https://docs.example/aaaa', false],
  ])('%s and %s: %s', (pattern, address, expected) => {
    expect(matches(pattern, address)).toBe(expected)
  })

  test('with more literal characters is more specific', () => {
    const url = new URL('https://docs.crm.example/d/1')
    const specificities = ['https://*/*', 'https://*.crm.example/*', 'https://docs.crm.example/d/*'].map((pattern) =>
      specificity({ pattern }, url),
    )
    expect(specificities).toEqual(specificities.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(new Set(specificities).size).toBe(3)
  })

  test('made from a URL by replacing parts of its path with stars matches the URL', () => {
    const piece = fc.stringMatching(/^[a-z0-9/]{0,8}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, piece), { maxLength: 6 }), (pieces) => {
        const path = pieces.map(([literal, replaced]) => literal + replaced).join('')
        const pattern = pieces.map(([literal]) => `${literal}*`).join('')
        expect(matches(`https://docs.example/${pattern}`, `https://docs.example/${path}`)).toBe(true)
      }),
      { numRuns: randomRuns(100) },
    )
  })
})
