import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Credential } from '../../../src/contract/index.ts'
import type { KeySubmissionResult } from '../../../src/kit/application.ts'
import { salesforce } from '../../../vendors/salesforce/application.ts'
import { impatient } from '../../kit/call.ts'
import { ADA, ESTHER, LARS, SandboxOrg } from './sandbox-org.ts'

const ATTEMPT = {
  connectionId: 'connection-1',
  application: 'salesforce',
  state: 'connection-1.salesforce',
  nonce: 'n',
}
const { auth } = salesforce
let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

async function submit(changes: Record<string, string> = {}): Promise<KeySubmissionResult> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...org.sandbox.formValues, ...changes })) form.set(name, value)
  if (!auth?.submitKey) throw new Error('no form for a key')
  return auth.submitKey({ ...ATTEMPT, form }, org.call())
}

async function connect(changes: Record<string, string> = {}): Promise<Credential> {
  const result = await submit(changes)
  if (result.type !== 'sealed') throw new Error(`the form was shown again: ${result.html}`)
  const parameters = { code: result.code }
  const registration = await auth?.callback({ ...ATTEMPT, parameters }, org.call())
  if (!registration) throw new Error('no credential')
  return registration.credential
}

const refresh = (credential: Credential) =>
  auth?.refresh({ connectedProvider: { ...org.connection, credential } }, org.call())
const tokenRequests = () => org.sandbox.ledger.count({ path: '/services/oauth2/token' })

describe('an account that is connected with a key', () => {
  test('has the identity of its user, and is used like any other', async () => {
    const credential = await connect()
    const { certificate = '', privateKey = '', consumerKey } = org.sandbox.formValues ?? {}
    expect(credential).toMatchObject({
      email: ADA,
      instanceId: '00D5e000003V0C7EAK',
      instanceUrl: org.sandbox.origin,
      dateExpiry: org.sandbox.clock.now() + 600_000,
      profile: {
        method: 'key',
        scopes: ['api', 'id'],
        username: `${ADA}.crm`,
        dateCertificateEnd: new X509Certificate(certificate).validToDate.getTime(),
      },
    })
    expect(JSON.parse(credential.refreshToken ?? '')).toEqual({
      consumerKey,
      privateKey,
      username: `${ADA}.crm`,
      loginUrl: 'https://login.salesforce.com',
      dateCertificateEnd: expect.any(Number),
    })
    const check = await auth?.check?.({ application: 'salesforce', credential }, org.call())
    expect(check).toMatchObject({ status: 'ok' })
  })

  test('is refreshed by signing again, without a refresh token, and keeps the key', async () => {
    const credential = await connect()
    org.sandbox.clock.advance(3_600_000)
    const renewed = await refresh(credential)
    expect(renewed).toEqual({ ...credential, accessToken: expect.any(String), dateExpiry: expect.any(Number) })
    expect(renewed?.accessToken).not.toBe(credential.accessToken)
    expect(renewed?.dateExpiry).toBe(org.sandbox.clock.now() + 600_000)
  })

  test('of a sandbox behind a My Domain is found with the other audience, tried once', async () => {
    org.sandbox.connectedApp.orgType = 'sandbox'
    const before = tokenRequests()
    await submit({ loginUrl: 'https://acme.my.salesforce.com' })
    expect(tokenRequests() - before).toBe(2)
    await submit({ loginUrl: 'https://acme--dev.sandbox.my.salesforce.com/' })
    expect(tokenRequests() - before).toBe(3)
    await submit({ loginUrl: 'https://test.salesforce.com' })
    expect(tokenRequests() - before).toBe(4)
  })

  test.each([
    ['the certificate was removed', { certificate: 'removed' }, 'Upload the certificate of this key'],
    ['the certificate has expired', { certificate: 'expired' }, 'the certificate has expired'],
    ['the approval was withdrawn', { approved: 'none' }, 'Admin approved users are pre-authorized'],
    ['the user was deactivated', { inactive: [`${ADA}.crm`] }, 'the user is active and not locked'],
  ] as const)('has expired, in words, when %s; and works again afterwards', async (_name, changes, sentence) => {
    const credential = await connect()
    const settings = { ...org.sandbox.connectedApp }
    Object.assign(org.sandbox.connectedApp, changes)
    await expect(refresh(credential)).rejects.toMatchObject({
      status: 401,
      problem: 'credentials-expired',
      message: expect.stringContaining(sentence),
    })
    Object.assign(org.sandbox.connectedApp, settings)
    expect((await refresh(credential))?.email).toBe(ADA)
  })

  test('has no usable key if its login address is not Salesforce’s', async () => {
    const credential = await connect()
    const key = { ...JSON.parse(credential.refreshToken ?? ''), loginUrl: 'https://evil.example' }
    const altered = { ...credential, refreshToken: JSON.stringify(key) }
    await expect(refresh(altered)).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('no usable key'),
    })
  })

  test.each([503, 500, 429])('never expires because Salesforce responds with %d', async (status) => {
    const credential = await connect()
    const fault = { kind: 'html' as const, status }
    org.sandbox.faults.add({ method: 'POST', path: '/services/oauth2/token', count: null, fault })
    const refused = auth?.refresh(
      { connectedProvider: { ...org.connection, credential } },
      org.call({ budget: impatient() }),
    )
    await expect(refused).rejects.toMatchObject({ status: status === 500 ? 502 : status })
  })
})

describe('the form', () => {
  const textOf = (result: KeySubmissionResult) =>
    result.type === 'form' ? `${result.status} ${result.html}` : 'accepted'

  test.each([
    ['an unknown consumer key', { consumerKey: '3MVG9nothing' }, 'does not know an app with this consumer key'],
    ['the e-mail address as username', { username: ADA }, 'The username is needed, not the e-mail address.'],
  ])('refuses %s with a sentence', async (_name, changes, sentence) => {
    const text = textOf(await submit(changes))
    expect([text.slice(0, 3), text.includes(sentence)]).toEqual(['400', true])
  })

  test('names everything that is wrong at once, so that the key is entered again only once', async () => {
    const text = textOf(await submit({ privateKey: 'half a key', loginUrl: 'https://evil.example', certificate: '' }))
    expect(text).toMatch(/^400 [\s\S]*id="privateKey-error"[\s\S]*id="loginUrl-error">This is not a host of Salesforce/)
  })

  test('refuses a production login for a sandbox only after both audiences', async () => {
    org.sandbox.connectedApp.orgType = 'sandbox'
    expect((await submit()).type).toBe('sealed')
  })

  test.each([ESTHER, LARS])('says who can help a user without API access: %s', async (account) => {
    const text = textOf(await submit({ username: `${account}.crm` }))
    expect([text.slice(0, 3), /administrator/.test(text)]).toEqual(['400', true])
  })
})
