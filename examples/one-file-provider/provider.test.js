import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkConformance, startTestProvider, toText } from 'provider-hub/testing'
import { KEY, startAcme } from './acme.ts'
import { acme, definition } from './provider.ts'

const { origin, stop } = await startAcme(0)
process.env.ACME_ORIGIN = origin
after(stop)

const credential = { accessToken: KEY, email: 'ada@acme.example', profile: { name: 'Ada Example' } }

test('the provider keeps to the provider interface', async () => {
  const accounts = { 'acme-mail': { credential, samples: { person: 'bo@acme.example' } } }
  const report = await checkConformance({ definition, vendors: [acme] }, { accounts, refresh: true })
  assert.equal(report.outcome, 'passed', toText(report))
})

test('a key that Acme has revoked ends the connection, in words', async () => {
  const provider = await startTestProvider({ definition, vendors: [acme] })
  const revoked = { ...credential, accessToken: 'ak_that_was_revoked' }
  const response = await provider.post('/sync/email', {
    connectedProvider: { connectionId: 'c1', provider: 'acme-provider', application: 'acme-mail', credential: revoked },
    filter: {},
  })
  const { detail } = await response.json()
  await provider.stop()
  assert.deepEqual(
    [response.status, detail],
    [401, 'Acme no longer accepts this connection. Connect the account again.'],
  )
})
