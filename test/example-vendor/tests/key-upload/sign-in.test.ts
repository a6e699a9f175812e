import { expect, test } from '@jest/globals'
import nock from 'nock'
import { getSampleKey } from '../../../../sandbox/core/keys/sample-key.ts'
import { createCall } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { beaconAuth } from '../../key-upload/auth.ts'
import { API_ORIGIN } from '../../vendor/client.ts'
import { replay } from '../builders.ts'
import { SETTINGS } from './settings.ts'

cutNetwork()

const call = createCall(SETTINGS)
const attempt = { connectionId: 'c1', application: 'any', state: 'c1.any', nonce: 'n' }
const { privateKey } = getSampleKey(Date.now())

function submit(fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return beaconAuth.submitKey?.({ ...attempt, form }, call)
}

test('a key is tried, travels sealed, and becomes a credential that can be refreshed', async () => {
  expect(await beaconAuth.connect(attempt, call)).toMatchObject({ html: expect.stringContaining('name="privateKey"') })
  replay('token-for-an-assertion')
  replay('me')
  const result = await submit({ beaconClientId: 'a-client', privateKey, certificate: '' })
  const code = result?.type === 'sealed' ? result.code : ''
  replay('token-for-an-assertion')
  replay('me')
  const { credential } = await beaconAuth.callback({ ...attempt, parameters: { code } }, call)
  expect(credential).toMatchObject({ accessToken: 'ann-token', email: 'ann@example.com', profile: { method: 'key' } })
  replay('token-for-an-assertion')
  const connectedProvider = { connectionId: 'c1', provider: 'provider-hub', application: 'any', credential }
  const refreshed = await beaconAuth.refresh({ connectedProvider }, call)
  expect(refreshed).toMatchObject({ email: 'ann@example.com', refreshToken: credential.refreshToken })
})

test('what is no key is refused beside its field', async () => {
  const result = await submit({ beaconClientId: 'a-client', privateKey: 'password', certificate: '' })
  expect(result).toMatchObject({ type: 'form', status: 400, html: expect.stringContaining('is not a private key') })
})

test.each(['invalid_grant', 'invalid_client'])('a key that is refused with %s brings the form back', async (error) => {
  nock(API_ORIGIN).post('/oauth/token').reply(400, { error })
  const result = await submit({ beaconClientId: 'a-client', privateKey, certificate: '' })
  expect(result).toMatchObject({ type: 'form', status: 400, html: expect.stringContaining('then connect again.') })
})
