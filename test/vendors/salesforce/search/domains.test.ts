import { describe, expect, test } from '@jest/globals'
import { organizationDomain, toDomain } from '../../../../vendors/salesforce/search/domains.ts'

describe('the domain of an organization', () => {
  test.each([
    ['http://www.acme.com/x', 'acme.com'],
    ['acme.com', 'acme.com'],
    [' WWW.Acme.com ', 'acme.com'],
    ['https://shop.acme.co.uk:8080/a?b#c', 'shop.acme.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['acme', undefined],
    ['', undefined],
    [undefined, undefined],
    ['see our brochure', undefined],
  ])('is taken from its website: %s', (website, domain) => {
    expect(toDomain(website)).toBe(domain)
  })

  test.each([
    ['ann@acme.com', 'acme.com'],
    ['ann@GMAIL.com', undefined],
    ['ann@web.de', undefined],
    ['ann', undefined],
    [undefined, undefined],
  ])('is taken from an e-mail address, except that of a mail provider: %s', (email, domain) => {
    expect(organizationDomain(email)).toBe(domain)
  })
})
