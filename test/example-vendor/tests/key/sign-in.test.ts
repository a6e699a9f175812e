import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { beaconAuth } from '../../vendor/auth.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const KEY = 'key_0123456789abcdef'
const attempt = { connectionId: 'c1', application: 'any', state: 'c1.any', nonce: 'n' }

test('the form asks for a key, which becomes a credential', async () => {
  const page = await beaconAuth.connect(attempt, aCall())
  expect(page).toMatchObject({ type: 'html', html: expect.stringContaining('name="beaconKey"') })
  replay('me', { reqheaders: { authorization: `Bearer ${KEY}` } })
  const { credential } = await beaconAuth.callback(
    { ...attempt, parameters: { beaconKey: KEY } },
    aCall({ clock: () => 0 }),
  )
  expect(credential).toMatchObject({
    accessToken: KEY,
    dateExpiry: 365 * 86_400_000,
    email: 'ann@example.com',
    instanceUrl: 'https://example.beacon.example',
    profile: { accountId: 'u7', name: 'Ann Example', method: 'key' },
  })
})

test('what is no key is refused beside the field, and one that is not accepted in words', async () => {
  const typed = beaconAuth.callback({ ...attempt, parameters: { beaconKey: 'password' } }, aCall())
  await expect(typed).rejects.toThrow('“API key”: This is not a key of Beacon: it begins with “key_”.')
  replay('an-error-in-words', { reqheaders: { authorization: `Bearer ${KEY}` } })
  const refused = beaconAuth.callback({ ...attempt, parameters: { beaconKey: KEY } }, aCall())
  await expect(refused).rejects.toMatchObject({ status: 400, message: 'Beacon does not accept this key.' })
})

test('a refresh tries the key and changes nothing but its year; a revoked key has expired', async () => {
  replay('me')
  const connectedProvider = aConnection('any')
  const { credential } = connectedProvider
  expect(await beaconAuth.refresh({ connectedProvider }, aCall({ clock: () => 0 }))).toEqual({
    ...credential,
    dateExpiry: 365 * 86_400_000,
  })
  replay('an-error-in-words')
  await expect(beaconAuth.refresh({ connectedProvider }, aCall())).rejects.toMatchObject({ status: 401 })
})
