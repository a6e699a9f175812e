import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '../../../platform/config.ts'
import { StartupError } from '../../../src/runtime/environment.ts'
import { type Api, newEmail, startApi } from '../graph/api.ts'

const ORIGIN = 'https://app.example'

let api: Api
let closed: Api
beforeAll(async () => {
  ;[api, closed] = await Promise.all([startApi({ CORS_ORIGINS: `${ORIGIN}, http://localhost:3000` }), startApi()])
})
afterAll(() => Promise.all([api.stop(), closed.stop()]))

const preflight = (url: string, origin: string) =>
  fetch(`${url}/api/v1/graph`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  })

test.each([ORIGIN, 'http://localhost:3000'])('a script of %s may call', async (origin) => {
  const { status, headers } = await preflight(api.url, origin)
  expect(status).toBe(204)
  expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
  expect(headers.get('Access-Control-Allow-Methods')).toBe('POST')
  expect(headers.get('Access-Control-Allow-Headers')).toContain('authorization')
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

test('the answer may be read, errors too', async () => {
  const headers = { Origin: ORIGIN, Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
  const answered = await api.post('/api/v1/graph', { query: '{ tenant { _id } }' }, headers)
  expect(answered.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
  expect(answered.headers.get('Access-Control-Expose-Headers')).toContain('retry-after')
  const refused = await api.post('/api/v1/graph', { query: '{ tenant { _id } }' }, { Origin: ORIGIN })
  expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([401, ORIGIN])
})

test.each(['https://evil.example', 'null', `${ORIGIN}.evil.example`])('a script of %s may not', async (origin) => {
  const { status, headers } = await preflight(api.url, origin)
  expect(status).toBe(405)
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('without a list nobody may', async () => {
  const { status, headers } = await preflight(closed.url, ORIGIN)
  expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
})

test.each(['*', 'app.example', 'https://app.example/path'])('%s is no origin', (CORS_ORIGINS) => {
  expect(() => readConfig({ CORS_ORIGINS })).toThrow(StartupError)
  expect(() => readConfig({ CORS_ORIGINS })).toThrow('CORS_ORIGINS holds no origin')
})
