import { expect, test } from '@jest/globals'
import nock from 'nock'
import { impatient } from '../../kit/call.ts'
import { cutNetwork } from '../../kit/network.ts'
import { check, identify } from '../vendor/account.ts'
import { API_ORIGIN } from '../vendor/client.ts'
import { aCall, CREDENTIAL, replay } from './builders.ts'

cutNetwork()

test('a token is identified by its account', async () => {
  const waiting = replay('me')
  expect(await identify('ann-token', aCall())).toEqual({
    email: 'ann@example.com',
    accountId: 'u7',
    instanceUrl: 'https://example.beacon.example',
    profile: { name: 'Ann Example' },
  })
  expect(waiting()).toEqual([])
})

test('a token that is refused has expired', async () => {
  replay('an-error-in-words')
  const checked = check({ application: 'any', credential: CREDENTIAL }, aCall())
  await expect(checked).rejects.toMatchObject({ status: 401, problem: 'credentials-expired' })
})

test.each([
  [403, {}, 403, 'scope-required', {}],
  [404, {}, 404, 'not-found', {}],
  [429, { 'retry-after': '30' }, 429, 'rate-limited', { retryAfterMs: 30_000 }],
  [500, {}, 502, 'vendor-error', {}],
  [503, {}, 503, 'vendor-error', {}],
])('status %i', async (status, headers, expected, problem, options) => {
  nock(API_ORIGIN).get('/v1/me').reply(status, 'not JSON', headers)
  const failed = identify('ann-token', aCall({ budget: impatient() }))
  await expect(failed).rejects.toMatchObject({ status: expected, problem, options })
})
