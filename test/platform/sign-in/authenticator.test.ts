import { expect, jest, test } from '@jest/globals'
import { Authenticator } from '../../../platform/sign-in/authenticator.ts'
import { newEmail } from '../graph/api.ts'
import { openTwoBuckets } from '../storage/two-buckets.ts'

const NOW = 1_700_000_000_000

test('a bucket that was added meanwhile is known before the first request of its tenants', async () => {
  const buckets = await openTwoBuckets()
  const { email, tenantId } = await buckets.createTenant(buckets.second, newEmail())
  const of = jest.fn(buckets.of)
  const identity = { issuer: 'https://issuer.example', subject: email, email, dateExpires: NOW + 1 }
  const tokens = { verify: async () => identity }
  const viewers = new Authenticator({ buckets: { ...buckets, of }, tokens, autoProvision: false, now: () => NOW })
  for (const token of ['one', 'two', 'two']) {
    expect(await viewers.resolveViewer(token)).toMatchObject({ tenantId, bucket: 'bucket_2' })
  }
  expect(of.mock.calls).toEqual([[tenantId]])
  await buckets.close()
})
