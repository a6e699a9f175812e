import type { LookupAddress } from 'node:dns'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { WebClient } from '../../../platform/web/client.ts'
import { DEFAULT_WEB_LIMITS, type WebLimits } from '../../../platform/web/options.ts'
import { redirectTo, type Site, startSite } from './site.ts'

const HTML: ReadonlySet<string> = new Set(['text/html'])
const MAX_BYTES = 100_000

let site: Site
let canary: Site
let clients: WebClient[]
beforeAll(async () => {
  site = await startSite('127.0.0.1')
  canary = await startSite('127.0.0.2', site.port)
})
afterAll(() => Promise.all([site.stop(), canary.stop()]))
beforeEach(() => {
  clients = []
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  site.requests.length = 0
  expect(canary.requests).toHaveLength(0)
})

/** A client that may fetch from the site only. Names are resolved by `addresses`, one list for each look-up. */
function createClient(addresses: string[][] = [], limits: Partial<WebLimits> = {}, allowed: string[] = []) {
  const lookups: string[] = []
  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    lookups.push(hostname)
    const list = addresses.length > 1 ? addresses.shift() : addresses[0]
    return (list ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const client = new WebClient({
    allowedHosts: new Set([site.host, ...allowed]),
    limits: { ...DEFAULT_WEB_LIMITS, maxBodyBytes: MAX_BYTES, timeoutMs: 5_000, ...limits },
    publicUrl: 'https://platform.example',
    resolve,
    now: Date.now,
  })
  clients.push(client)
  return { lookups, get: (url: string) => client.get({ url, mediaTypes: HTML }) }
}

describe('a page', () => {
  test('is fetched by a robot that says who it is, without cookies', async () => {
    site.serve('/page', '<title>Hi</title>', { 'Set-Cookie': 'a=b' })
    const { get } = createClient()
    const { bytes, mediaType, charset, isTruncated } = await get(`${site.origin}/page`)
    expect([bytes.toString(), mediaType, charset, isTruncated]).toEqual([
      '<title>Hi</title>',
      'text/html',
      'utf-8',
      false,
    ])
    await get(`${site.origin}/page`)
    const [, { headers }] = site.requests as [unknown, Site['requests'][number]]
    expect(headers['user-agent']).toBe('Mozilla/5.0 (compatible; ProviderHub/1.0; +https://platform.example)')
    expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined])
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('is decompressed (%s)', async (encoding, compress) => {
    site.serve('/small', compress(Buffer.from('<title>Hi</title>')), { 'Content-Encoding': encoding })
    expect((await createClient().get(`${site.origin}/small`)).bytes.toString()).toBe('<title>Hi</title>')
    const bomb = compress(Buffer.alloc(50_000_000))
    site.serve('/bomb', bomb, { 'Content-Encoding': encoding })
    const { bytes, isTruncated } = await createClient().get(`${site.origin}/bomb`)
    expect([bytes.length, isTruncated]).toEqual([MAX_BYTES, true])
  })

  test('without an end is read up to the limit', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    site.serve('/endless', (_, response) => {
      closed = new Promise((resolve) => response.once('close', resolve))
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const write = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    const { bytes, isTruncated } = await createClient().get(`${site.origin}/endless`)
    expect([bytes.length, isTruncated]).toEqual([MAX_BYTES, true])
    await closed
  })

  test.each([
    [
      'whose body is slow',
      (response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).write('x'),
    ],
    ['whose headers never come', () => undefined],
  ])('%s is given up in time, and may be tried again', async (_, respond) => {
    site.serve('/slow', (__, response) => respond(response))
    await expect(createClient([], { timeoutMs: 100 }).get(`${site.origin}/slow`)).rejects.toMatchObject({
      message: 'it took too long',
      isTemporary: true,
    })
  })

  test.each([
    ['application/pdf', 'application/pdf'],
    ['image/svg+xml', 'image/svg'],
    ['text/html-but-not-quite', 'text/html-but'],
    ['', 'missing'],
    ['multipart/x-mixed-replace; boundary=x', 'multipart'],
  ])('of type %j is not read', async (type, reason) => {
    site.serve('/odd', 'x', { 'Content-Type': type })
    await expect(createClient().get(`${site.origin}/odd`)).rejects.toMatchObject({
      message: expect.stringContaining(reason),
      isTemporary: false,
    })
  })

  test.each([
    ['zstd', Buffer.from('x')],
    ['gzip, gzip', gzipSync(gzipSync('x'))],
    ['gzip', Buffer.from('not gzip')],
    ['br', Buffer.from('not br')],
  ])('whose encoding %s is broken or was not accepted is not read', async (encoding, body) => {
    site.serve('/encoded', body, { 'Content-Encoding': encoding })
    await expect(createClient().get(`${site.origin}/encoded`)).rejects.toMatchObject({
      message: expect.stringContaining('encoding'),
      isTemporary: false,
    })
  })

  test.each([
    [404, {}, { isTemporary: false }],
    [403, {}, { isTemporary: false }],
    [500, {}, { isTemporary: true }],
    [429, { 'Retry-After': '120' }, { isTemporary: true, retryAfter: 120_000 }],
    [503, { 'Retry-After': '99999999' }, { isTemporary: true, retryAfter: 86_400_000 }],
  ])('with status %i fails', async (status, headers, failure) => {
    site.serve('/status', (_, response) => void response.writeHead(status, headers).end())
    await expect(createClient().get(`${site.origin}/status`)).rejects.toMatchObject(failure)
  })

  test('of a server that closes the connection, or sends too many headers, fails', async () => {
    site.serve('/cut', (request) => request.socket.destroy())
    site.serve('/headers', 'x', { 'X-Long': 'x'.repeat(20_000) })
    for (const path of ['/cut', '/headers']) {
      await expect(createClient().get(`${site.origin}${path}`)).rejects.toThrow('the connection failed')
    }
  })
})

describe('a redirect', () => {
  test('is followed, relative ones too', async () => {
    site.serve('/a', redirectTo('/b?x=1', 301))
    site.serve('/b?x=1', redirectTo(`${site.origin}/c`, 308))
    site.serve('/c', 'here')
    const { bytes, url } = await createClient().get(`${site.origin}/a`)
    expect([bytes.toString(), url.pathname]).toEqual(['here', '/c'])
  })

  test('is followed a limited number of times', async () => {
    site.serve('/loop', redirectTo('/loop'))
    await expect(createClient().get(`${site.origin}/loop`)).rejects.toThrow('redirects too often')
    expect(site.requests).toHaveLength(DEFAULT_WEB_LIMITS.maxRedirects + 1)
  })

  test.each([
    'http://127.0.0.2:{port}/',
    'http://2130706434:{port}/',
    'http://0x7f.2:{port}/',
    'http://127.0.0.2/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.2]:{port}/',
    'http://localhost/',
    '//127.0.0.2:{port}/',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user:secret@{host}/',
  ])('to %s is refused', async (location) => {
    site.serve('/evil', redirectTo(location.replace('{port}', String(site.port)).replace('{host}', site.host)))
    await expect(createClient().get(`${site.origin}/evil`)).rejects.toMatchObject({ isTemporary: false })
    expect(site.paths()).toEqual(['/evil'])
  })

  test('to a name that resolves to a private address is refused', async () => {
    site.serve('/evil', redirectTo('http://www.kestrel.com:8080/'))
    await expect(createClient([['127.0.0.2']]).get(`${site.origin}/evil`)).rejects.toThrow('not public')
  })
})

describe('a name', () => {
  test.each([
    ['127.0.0.2'],
    ['10.0.0.7'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.2'],
    ['64:ff9b::7f00:2'],
    ['2002:7f00:2::1'],
    ['fd00::1'],
    ['fe80::1%lo'],
    ['8.8.8.8', '127.0.0.2'],
    ['2606:4700::1111', '::1'],
  ])('that resolves to %s is refused before a connection is opened', async (...addresses) => {
    const { get, lookups } = createClient([addresses])
    for (const scheme of ['http', 'https']) {
      await expect(get(`${scheme}://www.kestrel.com:8080/`)).rejects.toMatchObject({
        message: 'its address is not public',
        isTemporary: false,
      })
    }
    expect(new Set(lookups)).toEqual(new Set(['www.kestrel.com']))
  })

  test('that resolves to nothing fails', async () => {
    await expect(createClient([[]]).get('http://www.kestrel.com/')).rejects.toMatchObject({ isTemporary: true })
  })

  test('is resolved once: the address that was checked is connected to, whatever the name resolves to next', async () => {
    site.serve('/page', 'here')
    const { get, lookups } = createClient([['127.0.0.1'], ['127.0.0.2']], {}, ['rebinding.kestrel.com'])
    const { bytes } = await get(`http://rebinding.kestrel.com:${site.port}/page`)
    expect([bytes.toString(), lookups]).toEqual(['here', ['rebinding.kestrel.com']])
  })
})
