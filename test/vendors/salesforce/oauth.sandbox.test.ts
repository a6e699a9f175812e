import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Credential } from '../../../src/contract/index.ts'
import { salesforceAuth } from '../../../vendors/salesforce/oauth.ts'
import { impatient } from '../../kit/call.ts'
import { problemOf } from './builders.ts'
import { ADA, ESTHER, LARS, SandboxOrg } from './sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
  org.sandbox.oauth.settings.autoConsent = true
  org.sandbox.oauth.clients[0]?.redirectUris.push('https://hub.example.com/auth/callback')
})
afterEach(() => org.sandbox.stop())

const state = 'connection-1.salesforce'
const nonce = 'the-nonce-of-the-attempt'

async function signIn(account = ADA): Promise<Credential> {
  org.sandbox.oauth.settings.signedIn = account
  const started = await salesforceAuth.connect(
    { application: 'salesforce', connectionId: 'connection-1', state, nonce },
    org.call(),
  )
  const response = await fetch(started.type === 'redirect' ? started.url : '', { redirect: 'manual' })
  const parameters = Object.fromEntries(new URL(String(response.headers.get('location'))).searchParams)
  const input = { connectionId: 'connection-1', application: 'salesforce', state, nonce, parameters }
  return (await salesforceAuth.callback(input, org.call())).credential
}

const refresh = (credential: Credential) =>
  salesforceAuth.refresh({ connectedProvider: { ...org.connection, credential } }, org.call())
const check = async (credential: Credential) =>
  salesforceAuth.check?.({ application: 'salesforce', credential }, org.call())

describe('a user', () => {
  test('signs in with PKCE, with the identity that Salesforce returns', async () => {
    org.sandbox.oauth.settings.pkce = 'required'
    const credential = await signIn()
    expect(credential).toMatchObject({
      email: ADA,
      instanceId: '00D5e000003V0C7EAK',
      instanceUrl: org.sandbox.origin,
      dateExpiry: org.sandbox.clock.now() + 2 * 3_600_000 - 60_000,
    })
    expect(credential.profile).toMatchObject({ username: `${ADA}.crm` })
    const accountId = `00D5e000003V0C7EAK/${org.sandbox.account(ADA).userId}`
    expect(await check(credential)).toEqual({ status: 'ok', accountId })
  })

  test('who declines is told that nothing was connected', async () => {
    org.sandbox.oauth.settings.deny = true
    expect(await problemOf(signIn())).toMatchObject({ status: 400, message: expect.stringContaining('cancelled') })
  })

  test('of an org that requires the app to be installed is referred to the administrator', async () => {
    org.sandbox.settings.appAccess = 'not-installed'
    const error = await signIn().catch((reason) => reason)
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining('administrator') })
  })

  test.each([LARS, ESTHER])('without API access gets an explanation immediately: %s', async (account) => {
    const credential = await signIn(account)
    expect(await check(credential)).toEqual({
      status: 'scope_required',
      message: expect.stringContaining('administrator'),
    })
  })
})

describe('a connection', () => {
  test('is refreshed by two copies of the hub at the same moment: both get a token', async () => {
    org.sandbox.settings.refreshMs = 100
    const credential = await signIn()
    const copies = [org.call(), org.call()]
    const refreshed = await Promise.all(
      copies.map((call) => salesforceAuth.refresh({ connectedProvider: { ...org.connection, credential } }, call)),
    )
    for (const { accessToken } of refreshed) expect(org.sandbox.oauth.grants.inspect(accessToken)).toBeDefined()
    expect(copies.map(({ memory }) => memory.rejections.size)).toEqual([0, 0])
  })

  test('survives a refresh that never gets its turn: nothing is remembered as dead', async () => {
    const credential = await signIn()
    const call = org.call({ budget: impatient() })
    const error_description = 'Token request is already being processed'
    org.sandbox.faults.add({
      path: '/services/oauth2/token',
      fault: { kind: 'response', status: 400, body: { error: 'invalid_grant', error_description } },
    })
    const connectedProvider = { ...org.connection, credential }
    expect(await problemOf(salesforceAuth.refresh({ connectedProvider }, call))).toMatchObject({ status: 502 })
    const again = await salesforceAuth.refresh({ connectedProvider }, { ...org.call(), memory: call.memory })
    expect(again.accessToken).not.toBe(credential.accessToken)
  })

  test('survives a hundred rotations, each of which invalidates the previous token', async () => {
    org.sandbox.oauth.settings.rotation = 'replace'
    let credential = await signIn()
    const tokens = new Set([credential.refreshToken])
    for (let time = 0; time < 100; time += 1) {
      credential = await refresh(credential)
      tokens.add(credential.refreshToken)
    }
    expect(tokens.size).toBe(101)
    expect(await check(credential)).toMatchObject({ status: 'ok' })
  })

  test('keeps its refresh token if none is returned', async () => {
    const credential = await signIn()
    expect((await refresh(credential)).refreshToken).toBe(credential.refreshToken)
  })

  test('whose session has ended is expired, and valid again after a refresh', async () => {
    const credential = await signIn()
    org.sandbox.clock.advance(3 * 3_600_000)
    expect(await problemOf(check(credential))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    const { dateExpiry = 0, ...refreshed } = await refresh(credential)
    expect(dateExpiry).toBeGreaterThan(org.sandbox.clock.now())
    expect(await check(refreshed)).toMatchObject({ status: 'ok' })
  })

  test('that was ended by a sixth approval explains it', async () => {
    const first = await signIn()
    for (let time = 0; time < 5; time += 1) await signIn()
    expect(await problemOf(refresh(first))).toMatchObject({
      status: 401,
      message: expect.stringContaining('five approvals'),
    })
  })

  test('survives an unavailable token endpoint', async () => {
    const credential = await signIn()
    org.sandbox.faults.add({ method: 'POST', path: '/services/oauth2/token', fault: { kind: 'html', status: 503 } })
    expect((await refresh(credential)).accessToken).not.toBe(credential.accessToken)
  })
})
