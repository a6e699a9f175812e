import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type Exchange, RecordingProxy, type Upstreams } from '../../record/proxy.ts'
import { Recorder } from '../../record/recorder.ts'

const servers: Server[] = []
const proxies: RecordingProxy[] = []
let exchanges: Exchange[]

beforeEach(() => {
  exchanges = []
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
  for (const proxy of proxies.splice(0)) proxy.stop()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function listen(upstreams: Upstreams): Promise<string> {
  const proxy = new RecordingProxy(upstreams, '/authorize', (exchange) => exchanges.push(exchange))
  proxies.push(proxy)
  return proxy.listen()
}

/** A vendor that returns who asked. */
const vendor: RequestListener = (request, response) => {
  const status = request.url?.startsWith('/missing') ? 404 : 200
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Retry-After': '7' })
  response.end(gzipSync(JSON.stringify({ email: 'ada@meridian.example', token: request.headers.authorization })))
}

test('forwards requests unchanged and returns the vendor’s response', async () => {
  const address = await listen([['/', await serve(vendor)]])
  const response = await fetch(`${address}/missing/thing`, { headers: { Authorization: 'Bearer token-of-ada' } })
  expect([response.status, await response.json()]).toEqual([
    404,
    { email: 'ada@meridian.example', token: 'Bearer token-of-ada' },
  ])
  expect(response.headers.get('Retry-After')).toBe('7')
})

test('reports requests with their bodies, and responses with their headers', async () => {
  const address = await listen([['/', await serve(vendor)]])
  await fetch(`${address}/me?x=1`, { method: 'PATCH', headers: { Prefer: 'html' }, body: '{"a":1}' })
  expect(exchanges).toEqual([
    expect.objectContaining({ method: 'PATCH', path: '/me?x=1', status: 200, requestBody: Buffer.from('{"a":1}') }),
  ])
  expect(exchanges[0]?.requestHeaders).toMatchObject({ prefer: 'html' })
  expect(exchanges[0]?.responseHeaders).toMatchObject({ 'content-type': 'application/json', 'retry-after': '7' })
})

test('is recorded without tokens and personal data, but with what makes the vendor behave as it does', async () => {
  const address = await listen([['/', await serve(vendor)]])
  const headers = { Authorization: 'Bearer token-of-ada', Prefer: 'html', 'User-Agent': 'hub' }
  await fetch(`${address}/me`, { headers })
  await fetch(`${address}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'refresh-of-ada' }),
  })
  const recorder = new Recorder()
  for (const exchange of exchanges) recorder.add(exchange)
  expect(recorder.exchanges).toEqual([
    {
      scope: 'http://vendor.example',
      method: 'GET',
      path: '/me',
      reqheaders: { accept: '*/*', prefer: 'html', authorization: 'Bearer *' },
      status: 200,
      response: { email: 'person-1@example.com', token: 'token-scrubbed' },
      rawHeaders: { 'content-type': 'application/json', 'retry-after': '7' },
    },
    expect.objectContaining({ body: { grant_type: 'refresh_token', refresh_token: 'refresh_token-scrubbed' } }),
  ])
})

test('redirects to the vendor’s authorization page and does not report it', async () => {
  const address = await listen([['/', await serve(vendor)]])
  const response = await fetch(`${address}/authorize?state=s`, { redirect: 'manual' })
  expect([response.status, new URL(response.headers.get('Location') ?? '').pathname]).toEqual([302, '/authorize'])
  expect(exchanges).toEqual([])
})

test.each([
  ['plain', (text: string) => text],
  ['with escaped slashes', (text: string) => text.replaceAll('/', '\\/')],
])('replaces the tenant’s origin in a token response, %s, with its own', async (_name, toText) => {
  const tenant = await serve((_request, response) => response.end('{"records":[]}'))
  const login = await serve((_request, response) => response.end(toText(JSON.stringify({ instance_url: tenant }))))
  const address = await listen([['/oauth2/userinfo'], ['/oauth2/', login]])
  const token = (await (await fetch(`${address}/oauth2/token`, { method: 'POST' })).json()) as { instance_url: string }
  expect(token.instance_url).toBe(address)
  for (const path of ['/data/query', '/oauth2/userinfo']) {
    expect(await (await fetch(`${address}${path}`)).json()).toEqual({ records: [] })
  }
})

test('says so if the tenant is not known yet', async () => {
  const address = await listen([['/oauth2/', 'http://127.0.0.1:9']])
  const response = await fetch(`${address}/data/query`)
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('/data/query')])
})
