import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, newEmail, START, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers })
const AUTHORIZED = { Authorization: `Bearer ${KEY}` }

/** Starts a connection that waits for its registration. */
const startConnection = async () => {
  const { data } = await api.execute(newEmail(), START, { input: { application: 'mail' } })
  return (data.startConnection as { connectionId: string }).connectionId
}
const credential = { accessToken: 'vendor-access-token-1234567890', email: 'ada@vendor.example', profile: null }

describe('the public routes', () => {
  test('report that the platform runs and is ready', async () => {
    const hello = await get('/api/v1/hello')
    expect([hello.status, await hello.text()]).toEqual([200, 'hello\n'])
    expect(hello.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect((await get('/api/v1/ready')).status).toBe(200)
  })

  test('return a request id and security headers', async () => {
    const { headers } = await get('/api/v1/hello')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test('return a problem for an unknown path', async () => {
    const response = await get('/api/v1/nowhere')
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 404, title: 'Not found' })
  })
})

describe('metrics', () => {
  test('require the key', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { Authorization: `Bearer ${KEY}x` })).status).toBe(401)
    const text = await (await get('/metrics', AUTHORIZED)).text()
    expect(text).toContain('platform_requests_total{route="/api/v1/hello",status="200"}')
    expect(text).toContain('platform_sync_provider_reachable')
    expect(text).toMatch(/^platform_sync_health\{sync="email",health="failing"\} \d+$/m)
  })
})

describe('the metrics of requests', () => {
  test('name routes as they are in the table, and no path that somebody made up', async () => {
    const odd = [
      '/api/v1/Connections/registration',
      '/API/v1/hello',
      '/api/v1/nowhere/7',
      '/%2e%2e/etc',
      '/api/v1/GRAPH',
    ]
    for (const path of odd) expect([path, (await get(path, AUTHORIZED)).status]).toEqual([path, 404])
    const text = await (await get('/metrics', AUTHORIZED)).text()
    const routes = new Set([...text.matchAll(/ route="([^"]*)"|\{route="([^"]*)"/g)].map(([, a, b]) => a ?? b))
    expect([...routes].filter((route) => /[A-Z]|nowhere|etc/.test(String(route)))).toEqual([])
    expect(routes).toContain('none')
  })
})

describe('registration', () => {
  test.each(['/api/v1/connections/registration', '/api/v1/provider/registration', '/'])(
    'is accepted at %s, and a repetition changes nothing',
    async (path) => {
      const body = { connectionId: await startConnection(), credential }
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const response = await api.post(path, body, AUTHORIZED)
        expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
      }
      const rows = await api.db
        .selectFrom('connections')
        .select(['status', 'credential_version'])
        .where('connection_id', '=', body.connectionId)
        .execute()
      expect(rows).toEqual([{ status: 'unconfirmed', credential_version: 1 }])
    },
  )

  test.each([
    ['no key', {}, 'Bearer realm="platform"'],
    ['another scheme', { Authorization: 'Basic x' }, 'Bearer realm="platform"'],
    ['a wrong key', { Authorization: 'Bearer wrong' }, 'Bearer realm="platform", error="invalid_token"'],
  ] as const)('with %s is rejected before its body is parsed', async (_, headers, challenge) => {
    const response = await api.post('/', 'no json', headers)
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, challenge])
    expect(await response.json()).toMatchObject({ title: 'Unauthorized', status: 401 })
  })

  test.each([randomUUID(), 'no-id'])('of an unknown connection (%s) is not found', async (connectionId) => {
    const response = await api.post('/', { connectionId, credential }, AUTHORIZED)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
  })

  test.each([
    ['that is not an object', '[]'],
    ['that is not JSON', '{'],
    ['without a credential', JSON.stringify({ connectionId: 'x' })],
    ['without a token', JSON.stringify({ connectionId: 'x', credential: { email: 'a@b.example', profile: null } })],
  ])('%s is a validation error', async (_, body) => {
    const response = await api.post('/', body, AUTHORIZED)
    expect(await response.json()).toMatchObject({ status: 400, title: 'Validation error' })
  })

  test('does not log tokens', async () => {
    await api.post('/', { connectionId: await startConnection(), credential }, AUTHORIZED)
    await api.post('/', { connectionId: 'x', credential: { ...credential, email: 7 } }, AUTHORIZED)
    expect(api.log()).not.toContain(credential.accessToken)
    expect(api.log()).not.toContain(KEY)
  })
})

describe('a GraphQL request', () => {
  const token = async () => ({ Authorization: `Bearer ${await api.issuer.token(newEmail())}` })
  const graph = async (body: string, headers: Record<string, string> = {}) => {
    const response = await api.post('/api/v1/graph', body, { ...(await token()), ...headers })
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] }
    return [response.status, errors[0]?.extensions.code]
  }

  test('is rejected with a code if its body has another type, is compressed, not JSON, empty or nested too deeply', async () => {
    expect(await graph('{}', { 'Content-Type': 'text/plain' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await graph('{}', { 'Content-Encoding': 'gzip' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await graph('{"query":')).toEqual([400, 'BAD_REQUEST'])
    expect(await graph('')).toEqual([400, 'BAD_REQUEST'])
    expect(await graph(`{"query":${'['.repeat(70)}${']'.repeat(70)}}`)).toEqual([400, 'BAD_REQUEST'])
  })

  test('of more than 5 MB is not read', async () => {
    const headers = {
      ...(await token()),
      'Content-Type': 'application/json',
      'Content-Length': String(6 * 1024 * 1024),
    }
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${api.url}/api/v1/graph`, { method: 'POST', headers }, ({ statusCode }) => {
        resolve(statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.flushHeaders()
    })
    expect(status).toBe(413)
  })

  test('must be a POST', async () => {
    const response = await get('/api/v1/graph?query={__typename}')
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] })
  })
})
