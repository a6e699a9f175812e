import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import nock from 'nock'
import { createCall } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { beaconAuth } from '../../oauth/auth.ts'
import { API_ORIGIN } from '../../vendor/client.ts'
import { aConnection, CREDENTIAL, replay } from '../builders.ts'
import { SETTINGS } from './settings.ts'

cutNetwork()

const call = createCall(SETTINGS)
const attempt = { connectionId: 'c1', application: 'any', state: 'c1.any', nonce: 'n' }

async function requestedScopes(): Promise<string[]> {
  const result = await beaconAuth.connect(attempt, call)
  return new URL('url' in result ? result.url : '').searchParams.get('scope')?.split(' ') ?? []
}

test('the scopes are those that the vendor’s page lists', async () => {
  const page = readFileSync(new URL('../../oauth/README.md', import.meta.url), 'utf8')
  const [table = ''] = page.split('\n## ')
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, scope]) => scope)
  expect((await requestedScopes()).toSorted()).toEqual(listed.toSorted())
})

test('a code becomes a credential', async () => {
  replay('token-for-a-code')
  replay('me')
  const { credential } = await beaconAuth.callback({ ...attempt, parameters: { code: 'a-code' } }, call)
  expect(credential).toMatchObject({
    accessToken: 'ann-token',
    refreshToken: 'ann-refresh-token',
    email: 'ann@example.com',
    instanceUrl: 'https://example.beacon.example',
    profile: { accountId: 'u7', scopes: ['workspace.read', 'workspace.write', 'offline'] },
  })
})

test('a person who cancels is told so', async () => {
  const cancelled = beaconAuth.callback({ ...attempt, parameters: { error: 'access_denied' } }, call)
  await expect(cancelled).rejects.toThrow('Access was not granted at Beacon.')
})

test.each([
  [400, 'invalid_grant', 401, 'credentials-expired'],
  [401, 'invalid_client', 500, 'internal-error'],
])('a refresh that is refused with %i %s', async (status, error, expected, problem) => {
  nock(API_ORIGIN).post('/oauth/token').reply(status, { error })
  const credential = { ...CREDENTIAL, refreshToken: error }
  const connectedProvider = { ...aConnection('any'), credential }
  await expect(beaconAuth.refresh({ connectedProvider }, call)).rejects.toMatchObject({ status: expected, problem })
})
