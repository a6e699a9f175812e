import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { send } from '../http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

const NEXT_KEY = 'the-next-key-of-the-platform-0123456789'
let rotating: RunningHub
beforeAll(async () => {
  rotating = await startHub({ environment: { PLATFORM_API_KEY: `${PLATFORM_KEY}, ${NEXT_KEY}` } })
})
afterAll(() => rotating.stop())

test('while the platform key is rotated, both keys open a route', async () => {
  for (const [key, status] of [
    [PLATFORM_KEY, 200],
    [NEXT_KEY, 200],
    [`${PLATFORM_KEY},${NEXT_KEY}`, 401],
  ] as const) {
    const response = await send(`${rotating.url}/metrics`, { headers: { Authorization: `Bearer ${key}` } })
    expect(response.status).toBe(status)
  }
})

const metrics = (authorization?: string) =>
  send(`${hub.url}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } })

describe('the platform key', () => {
  test.each([
    `Bearer ${PLATFORM_KEY}`,
    `bearer ${PLATFORM_KEY}`,
    `BEARER ${PLATFORM_KEY}`,
    `Bearer    ${PLATFORM_KEY}`,
    `Bearer\t${PLATFORM_KEY}`,
    `  Bearer ${PLATFORM_KEY}  `,
  ])('opens a route when sent as %j', async (authorization) => {
    expect((await metrics(authorization)).status).toBe(200)
  })

  test.each([
    ['is absent', undefined],
    ['is empty', ''],
    ['is another scheme', `Basic ${Buffer.from(`user:${PLATFORM_KEY}`).toString('base64')}`],
    ['is the key alone', PLATFORM_KEY],
    ['is the scheme alone', 'Bearer'],
    ['is in two words', `Bearer ${PLATFORM_KEY} ${PLATFORM_KEY}`],
  ])('is required, without an error code, if the header %s', async (_name, authorization) => {
    const response = await metrics(authorization)
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer realm="provider"'])
  })

  test.each([
    ['wrong', 'Bearer another-key-altogether-0123456789'],
    ['one character short', `Bearer ${PLATFORM_KEY.slice(0, -1)}`],
    ['one character long', `Bearer ${PLATFORM_KEY}x`],
    ['in another case', `Bearer ${PLATFORM_KEY.toUpperCase()}`],
    ['very long', `Bearer ${'x'.repeat(10_000)}`],
  ])('is refused with invalid_token if it is %s', async (_name, authorization) => {
    const response = await metrics(authorization)
    expect([response.status, response.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="provider", error="invalid_token"',
    ])
  })

  test('is never read from the query or from a cookie', async () => {
    const inQuery = await send(`${hub.url}/metrics?access_token=${PLATFORM_KEY}`)
    const inCookie = await send(`${hub.url}/metrics`, { headers: { Cookie: `Authorization=Bearer ${PLATFORM_KEY}` } })
    expect([inQuery.status, inCookie.status]).toEqual([401, 401])
  })

  test('is refused with a problem that cannot be mistaken for expired credentials and reveals nothing', async () => {
    const problem = (await metrics('Bearer wrong-wrong-wrong')).json() as { detail: string }
    expect(problem).toMatchObject({
      type: 'https://platform.example/unauthorized',
      title: 'Unauthorized',
      status: 401,
    })
    expect(problem.detail).not.toContain('wrong')
  })

  test('is not required if the hub has none', async () => {
    const open = await startHub({
      environment: { PLATFORM_API_KEY: '', ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'true' },
    })
    const response = await send(`${open.url}/metrics`)
    await open.stop()
    expect(response.status).toBe(200)
  })

  test('is required if there is one, even if unauthenticated requests are allowed', async () => {
    const closed = await startHub({ environment: { ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'true' } })
    const response = await send(`${closed.url}/metrics`)
    await closed.stop()
    expect(response.status).toBe(401)
  })
})

describe('an unauthenticated request with a body of 50 MB', () => {
  test.each([
    ['of a known length', `Content-Length: ${50 * 1024 * 1024}`],
    ['of an unknown length', 'Transfer-Encoding: chunked'],
  ])('%s is refused before the body is sent, and the connection is closed', async (_name, framing) => {
    const { response, sent } = await pour(hub.url, [
      'POST /sync/email HTTP/1.1',
      'Host: hub',
      'Authorization: Bearer wrong-wrong-wrong',
      'Content-Type: application/json',
      framing,
    ])
    expect(response).toMatch(/^HTTP\/1\.1 401 /)
    expect(response.toLowerCase()).toContain('connection: close')
    expect(sent).toBeLessThan(8 * 1024 * 1024)
  })
})

const CHUNK = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)

/** Sends an endless body until the server responds and closes the connection. Counts the bytes sent. */
function pour(url: string, lines: string[]): Promise<{ response: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let [response, sent] = ['', 0]
    const more = () => {
      while (!response && sent < 50 * 1024 * 1024) {
        sent += CHUNK.length
        if (!socket.write(CHUNK)) return
      }
    }
    socket.on('connect', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      more()
    })
    socket.on('drain', more)
    socket.on('data', (data) => {
      response += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ response, sent }))
  })
}
