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
  ])('is read from its website: %s', (website, domain) => {
    expect(toDomain(website)).toBe(domain)
  })

  test.each([
    ['ann@acme.com', 'acme.com'],
    ['ann@GMAIL.com', undefined],
    ['ann@web.de', undefined],
    ['ann', undefined],
    [undefined, undefined],
  ])('is read from an address, but a mail provider speaks for nobody: %s', (email, domain) => {
    expect(organizationDomain(email)).toBe(domain)
  })
})
