import { describe, expect, test } from '@jest/globals'
import { isPublicAddress, lookupPublic, toTrustedOrigin } from '../../../src/kit/hosts.ts'

const RULE = { domains: ['acme.example', 'acme.test'] }

describe('a URL in a request', () => {
  test.each([
    ['https://tenant.acme.example', 'https://tenant.acme.example'],
    ['https://a.b.acme.test/', 'https://a.b.acme.test'],
    ['HTTPS://Tenant.ACME.example:443', 'https://tenant.acme.example'],
  ])('is trusted if it is below a domain of the vendor: %s', (address, origin) => {
    expect(toTrustedOrigin(address, RULE)).toBe(origin)
  })

  test.each([
    [undefined],
    [''],
    ['tenant.acme.example'],
    ['http://tenant.acme.example'],
    ['https://acme.example'],
    ['https://tenantacme.example'],
    ['https://tenant.acme.example.evil.test'],
    ['https://tenant.acme.example:8443'],
    ['https://user@tenant.acme.example'],
    ['https://tenant.acme.example@evil.test'],
    ['https://tenant.acme.example/path'],
    ['https://tenant.acme.example?query'],
    ['https://tenant.acme.example#hash'],
    ['https://evil.test\\.acme.example'],
    ['https://127.0.0.1'],
    ['https://0x7f000001'],
    ['https://[::1]'],
    ['file:///acme.example'],
  ])('is not trusted otherwise: %s', (address) => {
    expect(toTrustedOrigin(address, RULE)).toBeUndefined()
  })

  test("is trusted only for the mock server's origin if there is one", () => {
    const rule = { ...RULE, origin: 'http://127.0.0.1:4000' }
    expect(toTrustedOrigin('http://127.0.0.1:4000/', rule)).toBe('http://127.0.0.1:4000')
    for (const address of ['https://tenant.acme.example', 'http://127.0.0.1:4001', 'https://127.0.0.1:4000']) {
      expect(toTrustedOrigin(address, rule)).toBeUndefined()
    }
  })
})

describe('an IP address', () => {
  test.each(['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('is public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    'localhost',
    '',
  ])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a host name that is resolved for a connection', () => {
  const resolve = (hostname: string, all: boolean) =>
    new Promise((done) => {
      lookupPublic(hostname, { all } as never, (error, address) => done(error?.code ?? address))
    })

  test.each([true, false])('is refused if it resolves to this machine (all: %s)', async (all) => {
    expect(await resolve('localhost', all)).toBe('EADDRNOTAVAIL')
    expect(await resolve('127.0.0.1', all)).toBe('EADDRNOTAVAIL')
  })

  test('resolves to the address that was checked', async () => {
    expect(await resolve('8.8.8.8', false)).toBe('8.8.8.8')
    expect(await resolve('8.8.8.8', true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  test('fails if it does not exist', async () => {
    expect(await resolve('no-such-host.invalid', false)).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/)
  })
})
