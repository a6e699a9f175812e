import { expect, test } from '@jest/globals'
import { openStore } from '../../../platform/storage/open.ts'
import { startApi } from '../graph/api.ts'

test.each([
  [
    'postgresql://ada:hunter2secret@127.0.0.1:9/hub',
    /^.*DATABASE_URL: the database at 127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED/s,
  ],
  [
    'postgresql://ada:hunter2secret@database.invalid/hub',
    /DATABASE_URL: the database at database\.invalid cannot be used: /,
  ],
])('a database that cannot be reached is named by its variable: %s', async (databaseUrl, expected) => {
  const error: Error = await openStore({ databaseUrl, dataDir: 'none' }).then(
    () => new Error('it was opened'),
    (cause) => cause,
  )
  expect(error.message).toMatch(expected)
  expect(error.message).not.toContain('hunter2secret')
})

test('a platform whose issuer does not respond says so at its start', async () => {
  const api = await startApi({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  try {
    for (let looks = 0; looks < 100 && !api.log().includes('OIDC_ISSUER'); looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(api.log()).toContain('the keys of OIDC_ISSUER cannot be fetched: nobody can sign in')
  } finally {
    await api.stop()
  }
})
