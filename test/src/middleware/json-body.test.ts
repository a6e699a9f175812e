import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { BodyMemory, MAX_BYTES_IN_FLIGHT } from '../../../src/middleware/body-memory.ts'
import { MAX_AUTH_BODY_BYTES, MAX_BODY_BYTES } from '../../../src/middleware/json-body.ts'
import { ROUTES } from '../../../src/routes.ts'
import { connectedProvider, everything, fixtureVendor } from '../fixture-vendor.ts'
import { send } from '../http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const KEY = { Authorization: `Bearer ${PLATFORM_KEY}` }
const JSON_TYPE = { ...KEY, 'Content-Type': 'application/json' }
const emailRequest = (changes: object = {}) => ({ connectedProvider: connectedProvider(), filter: {}, ...changes })

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub({ environment: { LOG_LEVEL: 'info' } })
})
afterAll(() => hub.stop())

describe('the type of a body', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s is not taken',
    async (type) => {
      const response = await hub.post('/sync/email', emailRequest(), { headers: { 'Content-Type': type } })
      expect([response.status, await response.json()]).toEqual([
        415,
        expect.objectContaining({ type: 'https://platform.example/unsupported-media-type', status: 415 }),
      ])
    },
  )

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])('%s is', async (type) => {
    const response = await hub.post('/sync/email', emailRequest(), { headers: { 'Content-Type': type } })
    expect(response.status).toBe(200)
  })

  test('a body without a type is not taken', async () => {
    const response = await send(`${hub.url}/sync/email`, { method: 'POST', headers: KEY, body: '{}' })
    expect(response.status).toBe(415)
  })
})

describe('a packed body', () => {
  test.each(['gzip', 'deflate', 'br', 'GZIP', 'gzip, identity'])('encoded as %s is not unpacked', async (encoding) => {
    const response = await send(`${hub.url}/sync/email`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
      body: gzipSync(Buffer.alloc(1_000_000, ' ')),
    })
    expect(response.status).toBe(415)
  })

  test('is not unpacked on the open callback either', async () => {
    const response = await send(`${hub.url}/auth/callback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
      body: gzipSync('state=a.acme-all'),
    })
    expect(response.status).toBe(415)
  })

  test('encoded as identity is an ordinary one', async () => {
    const response = await hub.post('/sync/email', emailRequest(), { headers: { 'Content-Encoding': 'identity' } })
    expect(response.status).toBe(200)
  })
})

describe('the size of a body', () => {
  test.each([
    ['/sync/email', MAX_BODY_BYTES],
    ['/auth/check', MAX_AUTH_BODY_BYTES],
    ['/auth/refresh', MAX_AUTH_BODY_BYTES],
  ])('of %s is refused unread above %d bytes', async (path, maxBytes) => {
    const response = await declare(hub.url, path, maxBytes + 1)
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('https://platform.example/payload-too-large')
  })

  test('is counted while it arrives when it was not declared', async () => {
    const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
    let response = ''
    socket.on('data', (data) => {
      response += data
    })
    socket.on('error', () => undefined)
    socket.write(head('/auth/check', 'Transfer-Encoding: chunked'))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let sent = 0; sent <= MAX_AUTH_BODY_BYTES; sent += 0x10000) socket.write(chunk)
    await once(socket, 'data')
    socket.destroy()
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('of 20 MB is read', async () => {
    const response = await hub.post('/sync/email', emailRequest({ filler: 'x'.repeat(20 * 1024 * 1024) }))
    expect(response.status).toBe(200)
  })
})

describe('the memory for bodies', () => {
  test('is bounded: what does not fit is asked to come again', () => {
    const memory = new BodyMemory()
    for (let held = 0; held < MAX_BYTES_IN_FLIGHT; held += MAX_BODY_BYTES) memory.reserve(MAX_BODY_BYTES)
    expect(() => memory.reserve(1)).toThrow(expect.objectContaining({ status: 503, problem: 'unavailable' }))
    memory.release(MAX_BODY_BYTES)
    expect(() => memory.reserve(1)).not.toThrow()
  })

  test('when full is told as a problem with Retry-After, and is free again when the senders go', async () => {
    const own = await startHub()
    const senders = await Promise.all(Array.from({ length: 4 }, () => beginBody(own.url, MAX_BODY_BYTES)))
    const refused = await own.post('/sync/email', emailRequest())
    for (const sender of senders) sender.destroy()
    await expectEventually(async () => (await own.post('/sync/email', emailRequest())).status === 200)
    await own.stop()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ type: 'https://platform.example/unavailable', status: 503 })
  })

  test('is not taken up by small bodies of undeclared length while they are handled', async () => {
    const { waiting, everyoneHere, release } = gate(10)
    const own = await startHub({
      vendors: [fixtureVendor({ sync: { ...everything.sync, emails: async () => waiting() } })],
    })
    const responses = Array.from({ length: 10 }, () =>
      sendChunked(own.url, '/sync/email', JSON.stringify(emailRequest())),
    )
    const outcome = await Promise.race([everyoneHere, Promise.race(responses)])
    release()
    const statuses = await Promise.all(responses)
    await own.stop()
    expect(outcome).toBe('everyone')
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  })
})

describe('a hostile body', () => {
  const routes = ROUTES.filter(({ request }) => request).map(({ path }) => path.replace(':application', 'acme-all'))
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
  const hostile: [string, string][] = [
    ['an array of 100,000 levels', deep('[', ']', 100_000)],
    ['an object of 20,000 levels', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['deep inside a member', `{"profile":${deep('[', ']', 70)}}`],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['__proto__ escaped', '{"\\u005f_proto__":{"polluted":true}}'],
    ['__proto__ deep inside', '{"connectedProvider":{"credential":{"__proto__":{"polluted":true}}}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['constructor deep inside', '{"filter":{"constructor":{"prototype":{"polluted":true}}}}'],
    ['names of built-in members', '{"toString":1,"hasOwnProperty":2,"valueOf":3,"connectedProvider":4}'],
    ['a lone surrogate', '{"connectedProvider":"\\ud800"}'],
    ['a huge number', '{"filter":{"limit":1e999}}'],
    ['a duplicate member', '{"filter":{},"filter":7}'],
    ['cut in the middle', '{"connectedProvider":{"conn'],
    ['a byte order mark', '\ufeff{}'],
  ]

  test.each(hostile)('with %s is refused on every route and changes nothing', async (_name, body) => {
    for (const path of routes) {
      const response = await hub.post(path, body)
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.json()).toMatchObject({ type: 'https://platform.example/validation-error' })
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('that names built-in members beside what is asked for is read without them', async () => {
    const text = JSON.stringify(emailRequest({ constructor: { prototype: { polluted: true } } }))
    const response = await hub.post('/sync/email', text)
    expect([response.status, ({} as { polluted?: boolean }).polluted]).toEqual([200, undefined])
  })

  test.each([
    ['lists', deep('[', ']', 64)],
    ['objects', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`],
  ])('that is right but for %s nested too deep is refused for that', async (_name, extra) => {
    const response = await hub.post('/sync/email', emailRequest({ extra: JSON.parse(extra) }))
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('deeper than 64 levels') }),
    ])
  })

  test('of 64 levels is still read', async () => {
    const response = await hub.post('/sync/email', emailRequest({ extra: JSON.parse(deep('[', ']', 60)) }))
    expect(response.status).toBe(200)
  })

  test('that ends before its time leaves the hub well', async () => {
    const socket = await beginBody(hub.url, 1000)
    socket.end('{"connectedProvider":')
    await once(socket, 'close')
    expect((await hub.get('/api/v1/hello')).status).toBe(200)
    await expectEventually(async () => hub.log().includes('"status":400'))
  })
})

describe('a form', () => {
  test('that is too large for the callback is refused', async () => {
    const response = await send(`${hub.url}/auth/callback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `state=a.acme-all&key=${'x'.repeat(MAX_AUTH_BODY_BYTES)}`,
    })
    expect(response.status).toBe(413)
  })
})

function head(path: string, framing: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer ${PLATFORM_KEY}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
}

/** Declares a body of that length, sends none of it, and gives the response. */
async function declare(url: string, path: string, length: number): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(head(path, `Content-Length: ${length}`))
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data)
}

/** Sends the first byte of a body and waits until the hub has surely begun to read it. */
async function beginBody(url: string, length: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${head('/sync/email', `Content-Length: ${length}\r\nExpect: 100-continue`)}`)
  await once(socket, 'data')
  socket.write(' ')
  return socket
}

async function sendChunked(url: string, path: string, body: string): Promise<number> {
  const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }
  return (await send(`${url}${path}`, { method: 'POST', headers, body })).status
}

/** A handler that waits for so many callers, and the word that all of them are there. */
function gate(callers: number) {
  let here = 0
  const open = Promise.withResolvers<void>()
  const all = Promise.withResolvers<string>()
  const waiting = async () => {
    here += 1
    if (here === callers) all.resolve('everyone')
    await open.promise
    return { items: [], pagination: { hasMore: false, pageSize: 0 } }
  }
  return { waiting, everyoneHere: all.promise, release: () => open.resolve() }
}

/** Waits for something that another connection brings about; each look is a round trip, so nothing sleeps. */
async function expectEventually(look: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await look()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('it never came about')
}
