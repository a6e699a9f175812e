import { describe, expect, test } from '@jest/globals'
import { CredentialsExpiredError, ProviderError } from '../../../../src/kit/errors.ts'
import { apiKeyAuth } from '../../../../src/kit/key-connections/api-key.ts'
import { createCall } from '../../../kit/call.ts'

const call = createCall({})
const credential = { accessToken: 'a-key', email: 'ada@acme.example', profile: { accountId: 'u1' } }

function authThat(fails?: Error) {
  const respond = async () => {
    if (fails) throw fails
    return credential
  }
  return apiKeyAuth({
    vendor: 'Acme',
    form: {
      title: 'Connect Acme',
      introduction: [],
      fields: [{ kind: 'text', name: 'apiKey', label: 'API key', secret: true }],
    },
    validate: respond,
    revalidate: async () => void (await respond()),
  })
}

const finish = (fails?: Error, apiKey = 'a-key') => {
  const attempt = { connectionId: 'c1', application: 'acme', state: 'c1.acme' }
  return authThat(fails).callback({ ...attempt, parameters: { apiKey } }, call)
}
const refresh = (fails?: Error) => {
  const connectedProvider = { connectionId: 'c1', provider: 'p', application: 'acme', credential }
  return authThat(fails).refresh({ connectedProvider }, call)
}

describe('an API key', () => {
  test('is the access token of a connection that says how it was made', async () => {
    const dateExpiry = expect.any(Number)
    const profile = { accountId: 'u1', method: 'key' }
    expect((await finish()).credential).toEqual({ ...credential, dateExpiry, profile })
    expect(await refresh()).toEqual({ ...credential, dateExpiry })
  })

  test('that the vendor does not accept is invalid input when it is entered, and has expired later', async () => {
    const rejection = new CredentialsExpiredError('Acme no longer accepts this key.')
    await expect(finish(rejection)).rejects.toMatchObject({ status: 400, message: 'Acme does not accept this key.' })
    await expect(refresh(rejection)).rejects.toBe(rejection)
  })

  test('that the vendor cannot try now is not refused', async () => {
    const outage = new ProviderError(503, 'vendor-error', 'Acme is currently unavailable.')
    await expect(finish(outage)).rejects.toBe(outage)
    await expect(refresh(outage)).rejects.toBe(outage)
  })

  test('that is missing is named by its label', async () => {
    await expect(finish(undefined, ' ')).rejects.toMatchObject({
      status: 400,
      message: '“API key”: Fill in this field.',
    })
  })
})
