import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ROUTES } from '../../src/routes.ts'
import { connectedProvider } from './fixture-vendor.ts'
import { send } from './http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from './hub.ts'

const KEY = { Authorization: `Bearer ${PLATFORM_KEY}` }

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

describe('GET /api/v1/hello', () => {
  test('greets anyone in plain text', async () => {
    const response = await send(`${hub.url}/api/v1/hello`)
    expect([response.status, response.text]).toEqual([200, 'hello\n'])
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('responds to HEAD without a body', async () => {
    const response = await send(`${hub.url}/api/v1/hello`, { method: 'HEAD' })
    expect([response.status, response.text]).toEqual([200, ''])
  })
})

describe('an unknown path', () => {
  test('is unauthorized without the key, so that it reveals nothing', async () => {
    expect((await send(`${hub.url}/nowhere`)).status).toBe(401)
  })

  test.each([
    '/nowhere',
    '/sync',
    '/sync/nothing',
    '/auth',
    '/%E0%A4%A',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//',
    '/.env',
  ])('%s is not found with the key', async (path) => {
    const response = await send(`${hub.url}${path}`, { headers: KEY })
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({
      type: 'https://platform.example/not-found',
      title: 'Not found',
      status: 404,
      detail: expect.any(String),
    })
  })
})

describe('a method that a route does not allow', () => {
  test.each([
    ['GET', '/sync/email', 'POST'],
    ['DELETE', '/sync/email', 'POST'],
    ['PUT', '/api/v1/hello', 'GET'],
    ['PROPFIND', '/sync/email', 'POST'],
  ])('%s %s is refused with the allowed methods', async (method, path, allowed) => {
    const response = await send(`${hub.url}${path}`, { method, headers: KEY })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toContain(allowed)
    expect(response.json()).toMatchObject({ type: 'https://platform.example/method-not-allowed', status: 405 })
  })

  test('is unauthorized without the key, even on an open route', async () => {
    expect((await send(`${hub.url}/api/v1/hello`, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('the table of routes', () => {
  test('opens only the routes that users and monitors need', () => {
    const open = ROUTES.filter(({ access }) => access === 'open').map(({ method, path }) => `${method} ${path}`)
    expect(open).toEqual([
      'get /api/v1/hello',
      'get /api/v1/ready',
      'get /definition.json',
      'get /openapi.json',
      'get /auth/connect',
      'get /auth/callback',
      'post /auth/callback',
      'get /:application/key',
      'post /:application/key',
    ])
  })

  test.each(ROUTES.filter(({ access }) => access === 'key').map(({ method, path }) => [method.toUpperCase(), path]))(
    '%s %s is closed without the key',
    async (method, path) => {
      const response = await send(`${hub.url}${path.replace(':application', 'acme-all')}`, { method })
      expect(response.status).toBe(401)
      expect(response.json()).toMatchObject({ type: 'https://platform.example/unauthorized', title: 'Unauthorized' })
    },
  )
})

describe('every response', () => {
  test.each([
    ['GET', '/api/v1/hello'],
    ['GET', '/nowhere'],
    ['GET', '/auth/connect'],
    ['POST', '/sync/email'],
  ])('to %s %s has the interface version and its cost, and may not be cached or sniffed', async (method, path) => {
    const { headers } = await send(`${hub.url}${path}`, { method, headers: KEY })
    expect(headers).toMatchObject({
      'x-provider-interface': '1',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'server-timing': expect.stringMatching(/^hub;dur=[\d.]+/),
    })
  })

  test.each([
    ['http://127.0.0.1', undefined],
    ['https://hub.example.com', 'max-age=31536000'],
  ])('of a hub at %s has Strict-Transport-Security %s', async (BASE_URL, expected) => {
    const other = await startHub({ environment: { BASE_URL } })
    const { headers } = await send(`${other.url}/api/v1/hello`)
    await other.stop()
    expect(headers['strict-transport-security']).toBe(expected)
  })
})

describe('the interface version', () => {
  test.each([
    ['1', 200],
    ['1.7', 200],
    ['', 200],
    ['2', 400],
    ['x', 400],
    ['10', 400],
  ])('%j in the request gets a %d', async (version, status) => {
    const response = await send(`${hub.url}/api/v1/hello`, { headers: { 'X-Provider-Interface': version } })
    expect(response.status).toBe(status)
  })
})

describe('GET /definition.json', () => {
  test('returns the definition with absolute URLs to anyone', async () => {
    const response = await send(`${hub.url}/definition.json`)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toMatchObject({
      name: 'fixture',
      instanceUrl: 'http://127.0.0.1',
      iconUrl: 'http://127.0.0.1/icon.svg',
      applications: [{ name: 'acme-all', functions: [{ name: 'make-report' }] }],
    })
  })
})

describe('GET /metrics', () => {
  test('counts responses by route, application and problem, for the platform only', async () => {
    const own = await startHub()
    await own.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await own.post('/sync/email', {})
    const withoutKey = await own.get('/metrics')
    const response = await own.get('/metrics', { headers: KEY })
    const text = await response.text()
    await own.stop()
    expect(withoutKey.status).toBe(401)
    expect(response.headers.get('Content-Type')).toContain('text/plain')
    expect(text).toContain('hub_requests_total{route="/sync/email",application="acme-all",status="200"} 1')
    expect(text).toContain('hub_problems_total{route="/sync/email",application="",problem="validation-error"} 1')
    expect(text).toMatch(/hub_body_bytes_in_flight 0/)
    expect(text).not.toContain('access-token-1')
  })
})
