import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '../../../platform/config.ts'
import { StartupError } from '../../../src/runtime/environment.ts'
import { type Api, newEmail, startApi } from '../graph/api.ts'

const ORIGIN = 'https://app.example'

let api: Api
let apiWithoutCors: Api
beforeAll(async () => {
  ;[api, apiWithoutCors] = await Promise.all([
    startApi({ CORS_ORIGINS: `${ORIGIN}, http://localhost:3000` }),
    startApi(),
  ])
})
afterAll(() => Promise.all([api.stop(), apiWithoutCors.stop()]))

const preflight = (url: string, origin: string) =>
  fetch(`${url}/api/v1/graph`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  })

test.each([ORIGIN, 'http://localhost:3000'])('an allowed origin may call: %s', async (origin) => {
  const { status, headers } = await preflight(api.url, origin)
  expect(status).toBe(204)
  expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
  expect(headers.get('Access-Control-Allow-Methods')).toBe('POST')
  expect(headers.get('Access-Control-Allow-Headers')).toContain('authorization')
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

test('scripts of an allowed origin may read responses, including errors', async () => {
  const headers = { Origin: ORIGIN, Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
  const response = await api.post('/api/v1/graph', { query: '{ tenant { _id } }' }, headers)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('retry-after')
  const unauthorized = await api.post('/api/v1/graph', { query: '{ tenant { _id } }' }, { Origin: ORIGIN })
  expect([unauthorized.status, unauthorized.headers.get('Access-Control-Allow-Origin')]).toEqual([401, ORIGIN])
})

test.each(['https://evil.example', 'null', `${ORIGIN}.evil.example`])(
  'any other origin may not: %s',
  async (origin) => {
    const { status, headers } = await preflight(api.url, origin)
    expect(status).toBe(405)
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  },
)

test('without CORS_ORIGINS no origin may call', async () => {
  const { status, headers } = await preflight(apiWithoutCors.url, ORIGIN)
  expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
})

test.each(['*', 'app.example', 'https://app.example/path'])('%s is not a valid origin', (CORS_ORIGINS) => {
  expect(() => readConfig({ CORS_ORIGINS })).toThrow(StartupError)
  expect(() => readConfig({ CORS_ORIGINS })).toThrow(`CORS_ORIGINS: ${CORS_ORIGINS} must be an origin`)
})
