import { describe, expect, test } from '@jest/globals'
import { domainOfEmail, domainOfUrl, isWebUrl, parseWebUrl } from '../../../src/runtime/web-address.ts'

describe('a web URL', () => {
  test.each([
    ['https://acme.example', 'https://acme.example/'],
    ['http://acme.example:8080/a?b#c', 'http://acme.example:8080/a?b#c'],
    ['HTTPS://Acme.Example/A', 'https://acme.example/A'],
    [' https://acme.example ', 'https://acme.example/'],
  ])('%j is parsed as %j', (text, href) => {
    expect(parseWebUrl(text)?.href).toBe(href)
    expect(isWebUrl(text)).toBe(true)
  })

  test.each([
    '',
    'acme.example',
    '/path',
    'https://',
    'ftp://acme.example',
    'javascript:alert(1)',
    'mailto:ada@acme.example',
  ])('%j is rejected', (text) => {
    expect(parseWebUrl(text)).toBeUndefined()
    expect(isWebUrl(text)).toBe(false)
  })
})

describe('a domain', () => {
  test.each([
    ['https://www.Acme.example/about', 'acme.example'],
    ['https://acme.example:8080', 'acme.example'],
    ['https://mail.www.acme.example', 'mail.www.acme.example'],
    ['mailto:ada@acme.example', ''],
  ])('of the URL %j is %j', (url, domain) => {
    expect(domainOfUrl(new URL(url))).toBe(domain)
  })

  test.each([
    ['ada@acme.example', 'acme.example'],
    ['"a@b"@acme.example', 'acme.example'],
    ['ada@', ''],
    ['acme.example', 'acme.example'],
  ])('of the email address %j is %j', (email, domain) => {
    expect(domainOfEmail(email)).toBe(domain)
  })
})
