import { afterAll, expect, test } from '@jest/globals'
import { startBeacon } from '../../sandbox/index.ts'

const sandbox = await startBeacon()
afterAll(() => sandbox.stop())
const token = sandbox.grant('ada@meridian.example')

const get = (path: string, authorization = `Bearer ${token}`) =>
  fetch(`${sandbox.origin}${path}`, { headers: { authorization } })

test('a token has an account', async () => {
  const response = await get('/v1/me')
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ id: 'u0' })])
})

test.each([
  ['/v1/me', 'Bearer wrong', 401, 'invalid_token'],
  ['/v1/me', '', 401, 'invalid_token'],
  ['/v1/me?fields=id', undefined, 400, 'unknown_parameter'],
  ['/v1/nothing', undefined, 404, 'not_found'],
])('%s with the token %s is refused', async (path, authorization, status, code) => {
  const response = await get(path, authorization)
  expect([response.status, await response.json()]).toEqual([status, { error: expect.objectContaining({ code }) }])
})

test('a revoked token is refused', async () => {
  sandbox.revoke()
  expect((await get('/v1/me')).status).toBe(401)
})
