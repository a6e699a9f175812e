import { describe, expect, test } from '@jest/globals'
import { isPublicAddress } from '../../../platform/web/public-address.ts'
import { parseFetchUrl } from '../../../platform/web/url-guard.ts'

const NONE: ReadonlySet<string> = new Set()

describe('an address of the open web', () => {
  test.each([
    'https://www.kestrel.com/news?id=1#top',
    'http://kestrel.com',
    'https://kestrel.com:8443/a',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.de/neu',
    'http://1.1/',
  ])('%s may be fetched', (url) => {
    expect(parseFetchUrl(url, NONE).href).toBe(new URL(url).href)
  })

  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
    ],
    ...['0', '0.0.0.0', '10.0.0.7', '0xa000007', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777'],
    ...['169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.100.100.200', '100.64.0.1'],
    ...[
      '192.0.0.192',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:a9fe:a9fe]',
      '[::127.0.0.1]',
      '[::7f00:1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b::169.254.169.254]',
      '[64:ff9b:1::a00:7]',
      '[2002:7f00:1::]',
      '[2002:a9fe:a9fe::1]',
    ],
    ...[
      '[2001:0:7f00:1::]',
      '[fe80::1]',
      '[fec0::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
      '[100::1]',
      '[2001:db8::1]',
    ],
    ...['１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①'],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'printer',
      'metadata',
      'metadata.google.internal',
      'nas.local',
    ],
    ...['router.home.arpa', 'x.lan', 'wiki.corp', 'a.example', 'b.test', 'c.invalid', 'd.onion'],
  ])('%s may not, by any scheme', (host) => {
    for (const url of [`http://${host}/`, `https://${host}/latest/meta-data`]) {
      expect(() => parseFetchUrl(url, NONE)).toThrow(/not public|not an http or https URL/)
    }
  })

  test.each([
    ['ftp://kestrel.com/', 'http or https'],
    ['file:///etc/passwd', 'http or https'],
    ['javascript:alert(1)', 'http or https'],
    ['data:text/html,x', 'http or https'],
    ['gopher://kestrel.com:70/x', 'http or https'],
    ['kestrel.com', 'http or https'],
    ['https://user@kestrel.com/', 'user name'],
    ['https://user:secret@kestrel.com/', 'user name'],
    ['https://kestrel.com:22/', 'port'],
    ['http://kestrel.com:6379/', 'port'],
    ['http://kestrel.com:25/', 'port'],
  ])('%s may not be fetched', (url, reason) => {
    expect(() => parseFetchUrl(url, NONE)).toThrow(reason)
  })

  test('that an operator allows may be fetched, on that port only if one is named', () => {
    const allowed = new Set(['wiki.corp.example', '10.0.0.7:9000', '[fd00::1]'])
    for (const url of ['http://wiki.corp.example:5000/', 'http://10.0.0.7:9000/x', 'https://[fd00::1]/']) {
      expect(parseFetchUrl(url, allowed).href).toBe(url)
    }
    for (const url of ['http://10.0.0.7/', 'http://10.0.0.7:9001/', 'http://other.corp.example/']) {
      expect(() => parseFetchUrl(url, allowed)).toThrow('not')
    }
  })
})

test.each(['', 'localhost', '127.0.0.1:80', '1.2.3', 'fe80::1%eth0', '::ffff:10.0.0.1', '::10.0.0.1', '4000::1'])(
  'a connection to %j is not one to a public address',
  (address) => expect(isPublicAddress(address)).toBe(false),
)
