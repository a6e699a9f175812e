import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, START, newEmail, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers })
const AUTHORIZED = { Authorization: `Bearer ${KEY}` }

const pending = async () => {
  const { data } = await api.execute(newEmail(), START, { input: { application: 'mail' } })
  return (data.startConnection as { connectionId: string }).connectionId
}
const credential = { accessToken: 'vendor-access-token-1234567890', email: 'ada@vendor.example', profile: null }

describe('the open routes', () => {
  test('say hello and that the platform is ready', async () => {
    const hello = await get('/api/v1/hello')
    expect([hello.status, await hello.text()]).toEqual([200, 'hello\n'])
    expect(hello.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect((await get('/api/v1/ready')).status).toBe(200)
  })

  test('carry an id and what browsers should know', async () => {
    const { headers } = await get('/api/v1/hello')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test('answer what is not there with a problem', async () => {
    const response = await get('/api/v1/nowhere')
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 404, title: 'Not found' })
  })
})

describe('metrics', () => {
  test('are for those who have the key', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { Authorization: `Bearer ${KEY}x` })).status).toBe(401)
    const text = await (await get('/metrics', AUTHORIZED)).text()
    expect(text).toContain('platform_requests_total{route="/api/v1/hello",status="200"}')
    expect(text).toContain('platform_sync_provider_reachable')
    expect(text).toMatch(/^platform_sync_health\{sync="email",health="failing"\} \d+$/m)
  })
})

describe('registration', () => {
  test.each(['/api/v1/connections/registration', '/api/v1/provider/registration', '/'])(
    'is taken at %s, and the same twice is once',
    async (path) => {
      const body = { connectionId: await pending(), credential }
      for (let time = 0; time < 2; time += 1) {
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
  ] as const)('with %s is refused before its body is looked at', async (_, headers, challenge) => {
    const response = await api.post('/', 'no json', headers)
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, challenge])
    expect(await response.json()).toMatchObject({ title: 'Unauthorized', status: 401 })
  })

  test.each([randomUUID(), 'no-id'])(
    'of a connection that nobody waits for (%s) is not found',
    async (connectionId) => {
      const response = await api.post('/', { connectionId, credential }, AUTHORIZED)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
    },
  )

  test.each([
    ['no object', '[]'],
    ['no JSON', '{'],
    ['without a credential', JSON.stringify({ connectionId: 'x' })],
    ['without a token', JSON.stringify({ connectionId: 'x', credential: { email: 'a@b.example', profile: null } })],
  ])('that is %s is a validation error', async (_, body) => {
    const response = await api.post('/', body, AUTHORIZED)
    expect(await response.json()).toMatchObject({ status: 400, title: 'Validation error' })
  })

  test('leaves no token in the log', async () => {
    await api.post('/', { connectionId: await pending(), credential }, AUTHORIZED)
    await api.post('/', { connectionId: 'x', credential: { ...credential, email: 7 } }, AUTHORIZED)
    expect(api.log()).not.toContain(credential.accessToken)
    expect(api.log()).not.toContain(KEY)
  })
})

describe('a body', () => {
  const token = async () => ({ Authorization: `Bearer ${await api.issuer.token(newEmail())}` })
  const graph = async (body: string, headers: Record<string, string> = {}) => {
    const response = await api.post('/api/v1/graph', body, { ...(await token()), ...headers })
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] }
    return [response.status, errors[0]?.extensions.code]
  }

  test('of another type, packed, unreadable, missing or too deep is refused with a code', async () => {
    expect(await graph('{}', { 'Content-Type': 'text/plain' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await graph('{}', { 'Content-Encoding': 'gzip' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await graph('{"query":')).toEqual([400, 'BAD_REQUEST'])
    expect(await graph('')).toEqual([400, 'BAD_REQUEST'])
    expect(await graph(`{"query":${'['.repeat(70)}${']'.repeat(70)}}`)).toEqual([400, 'BAD_REQUEST'])
  })

  test('that is longer than 5 MB is not read', async () => {
    const headers = {
      ...(await token()),
      'Content-Type': 'application/json',
      'Content-Length': String(6 * 1024 * 1024),
    }
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${api.url}/api/v1/graph`, { method: 'POST', headers }, ({ statusCode }) => {
        resolve(statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.flushHeaders()
    })
    expect(answer).toBe(413)
  })

  test('is asked for with POST only', async () => {
    const response = await get('/api/v1/graph?query={__typename}')
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] })
  })
})
