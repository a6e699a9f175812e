import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { specificity } from '../../../../platform/actions/links/url-patterns.ts'

const fits = (pattern: string, address: string) => specificity({ pattern }, new URL(address)) !== undefined

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
    expect(fits(pattern, address)).toBe(expected)
  })

  test('that says more fits better', () => {
    const url = new URL('https://docs.crm.example/d/1')
    const measures = ['https://*/*', 'https://*.crm.example/*', 'https://docs.crm.example/d/*'].map((pattern) =>
      specificity({ pattern }, url),
    )
    expect(measures).toEqual(measures.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
    expect(new Set(measures).size).toBe(3)
  })

  test('made of an address by putting stars into its path still fits it', () => {
    const piece = fc.stringMatching(/^[a-z0-9/]{0,8}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, piece), { maxLength: 6 }), (pieces) => {
        const path = pieces.map(([kept, replaced]) => kept + replaced).join('')
        const pattern = pieces.map(([kept]) => `${kept}*`).join('')
        expect(fits(`https://docs.example/${pattern}`, `https://docs.example/${path}`)).toBe(true)
      }),
    )
  })
})
