import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ConnectedProvider, Credential } from '../../../src/contract/index.ts'
import type { Application, KeySubmissionResult } from '../../../src/kit/application.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { teams } from '../../../vendors/microsoft/teams/index.ts'
import { ADA, authOf, callOf, DAY_MS, startSandbox, syncCalendar, syncEmails } from './sandbox.ts'

type MicrosoftApplication = Application<MicrosoftSettings>
const ATTEMPT = { connectionId: 'connection-1', state: 'connection-1.key', nonce: 'the-nonce-of-the-attempt' }
const MESSAGES_OF_ADA = `/v1.0/users/${encodeURIComponent(ADA)}/**`
let microsoft: Awaited<ReturnType<typeof startSandbox>>

beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

/** Submits the form with these changes to the sandbox's values. */
async function submit(application: MicrosoftApplication, changes: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...microsoft.formValues, ...changes })) form.set(name, value)
  const { submitKey } = authOf(application)
  if (!submitKey) throw new Error('this application takes no key')
  const { name } = application
  return submitKey({ ...ATTEMPT, application: name, form }, callOf(microsoft, name))
}

async function connectWithKey(application: MicrosoftApplication): Promise<ConnectedProvider> {
  const { name } = application
  const result = await submit(application)
  if (result.type !== 'sealed') throw new Error('the form was shown again')
  const input = { ...ATTEMPT, application: name, parameters: { code: result.code } }
  const { credential } = await authOf(application).callback(input, callOf(microsoft, name))
  return { connectionId: 'connection-1', provider: 'provider-hub', application: name, credential }
}

/** The form that is shown again, as text. */
function textOf(result: KeySubmissionResult): string {
  if (result.type !== 'form') throw new Error('the key was accepted')
  return result.html
}

function refresh(application: MicrosoftApplication, connectedProvider: ConnectedProvider): Promise<Credential> {
  return authOf(application).refresh({ connectedProvider }, callOf(microsoft, application.name))
}

function check(application: MicrosoftApplication, { credential }: ConnectedProvider) {
  return authOf(application).check?.({ application: application.name, credential }, callOf(microsoft, application.name))
}

describe.each([
  ['outlook-calendar', outlookCalendar],
  ['outlook-mail', outlookMail],
  ['teams', teams],
])('%s with a key', (_, application) => {
  test('is connected without a person: the mailbox is the account', async () => {
    const { credential } = await connectWithKey(application)
    const { tenant, clientId, certificate = '', privateKey = '' } = microsoft.formValues ?? {}
    const { email, dateExpiry, refreshToken = '', profile } = credential
    expect({ email, profile }).toEqual({
      email: ADA,
      profile: {
        method: 'key',
        tenant,
        clientId,
        accountId: ADA,
        dateCertificateEnd: new X509Certificate(certificate).validToDate.getTime(),
        scopes: expect.any(Array),
      },
    })
    expect(JSON.parse(refreshToken).privateKey.trim()).toBe(privateKey.trim())
    expect(dateExpiry).toBeGreaterThan(microsoft.clock.now())
    expect(dateExpiry).toBeLessThanOrEqual(microsoft.clock.now() + 3_599_000)
  })

  test('never requests /me', async () => {
    const connection = await connectWithKey(application)
    await check(application, connection)
    expect(microsoft.ledger.entries({ path: '/v1.0/me/**' })).toEqual([])
    expect(microsoft.ledger.entries({ path: MESSAGES_OF_ADA, status: 200 }).length).toBeGreaterThan(0)
  })

  test('signs again for a new token, with all other fields as they were', async () => {
    const connection = await connectWithKey(application)
    microsoft.clock.advance(2 * 3_600_000)
    const renewed = await refresh(application, connection)
    const { accessToken, dateExpiry, ...unchanged } = connection.credential
    expect(renewed).toMatchObject(unchanged)
    expect(renewed.accessToken).not.toBe(accessToken)
    expect(renewed.dateExpiry).toBeGreaterThan(dateExpiry ?? 0)
    expect(await check(application, { ...connection, credential: renewed })).toEqual({ status: 'ok', accountId: ADA })
  })
})

describe('a mailbox that was connected with a key', () => {
  test('has the calendars that its owner sees', async () => {
    const page = await syncCalendar(microsoft, await connectWithKey(outlookCalendar))
    expect(page.items.length).toBeGreaterThan(3)
    expect(page.metadata?.warnings?.join(' ')).not.toContain('time zone')
  })

  test('has a calendar in UTC without the permission for the time zone', async () => {
    microsoft.registration.roles = ['Calendars.Read']
    const page = await syncCalendar(microsoft, await connectWithKey(outlookCalendar))
    expect(page.items.length).toBeGreaterThan(3)
    expect(page.metadata?.warnings?.join(' ')).toContain('There is no permission to read the time zone')
  })

  test('has mail, page by page', async () => {
    const connection = await connectWithKey(outlookMail)
    const mails = (await syncEmails(microsoft, connection, { limit: 50 })).flatMap(({ items }) => items)
    expect(mails.length).toBeGreaterThan(50)
    expect(microsoft.ledger.entries({ path: '/v1.0/me/**' })).toEqual([])
  })
})

describe('the form shows again, with what is wrong', () => {
  const SENTENCES: readonly (readonly [string, Record<string, string>, number, RegExp])[] = [
    ['common', { tenant: 'common' }, 0, /“common” stands for many organizations/],
    ['organizations', { tenant: 'Organizations' }, 0, /“organizations” stands for many organizations/],
    ['a path in place of a tenant', { tenant: '../evil.example/x' }, 0, /neither the ID of a tenant nor a domain/],
    ['a host with a port', { tenant: 'evil.example:443' }, 0, /neither the ID of a tenant nor a domain/],
    ['an address in place of a tenant', { tenant: 'ada@meridian.example' }, 0, /This is an address/],
    ['the tenant of personal accounts', { tenant: '9188040d-6c67-4c5b-b112-36a304b66dad' }, 0, /personal accounts/],
    ['another text than a client id', { clientId: 'Provider Hub' }, 0, /not an Application \(client\) ID/],
    ['a mailbox that is no address', { mailbox: 'Ada Moreau' }, 0, /not an e-mail address/],
    ['a personal mailbox', { mailbox: 'ada@outlook.com' }, 0, /mailboxes of an organization only/],
    ['an unknown tenant', { tenant: 'nowhere.example' }, 1, /Microsoft does not know this tenant/],
    [
      'an unknown application',
      { clientId: '6731de76-14a6-49ae-97bc-6eba6914391e' },
      1,
      /no application with this Application/,
    ],
    ['a mailbox that does not exist', { mailbox: 'nobody@meridian.example' }, 1, /no mailbox with this address/],
  ]

  test.each(SENTENCES)('for %s', async (_, changes, tokenRequests, sentence) => {
    const result = await submit(outlookCalendar, changes)
    expect(result).toMatchObject({ type: 'form', status: 400 })
    expect(textOf(result)).toMatch(sentence)
    expect(textOf(result)).not.toContain('PRIVATE KEY')
    expect(microsoft.ledger.entries({ method: 'POST', path: '/*/oauth2/v2.0/token' })).toHaveLength(tokenRequests)
  })

  test.each([
    ['a certificate that is not registered', { certificate: 'removed' }, /not registered for the application/],
    ['an expired certificate', { certificate: 'expired' }, /certificate of this key has expired at Microsoft/],
    ['a revoked certificate', { certificate: 'revoked' }, /was revoked at Microsoft/],
    ['a certificate that is not valid yet', { certificate: 'not-yet-valid' }, /not valid now/],
    ['an application of another tenant', { inTenant: false }, /no application with this Application/],
    ['missing permissions', { roles: [] }, /“Calendars\.Read”: an administrator adds them/],
    ['a policy that leaves out the mailbox', { mailboxes: [] }, /policy that limits the application/],
  ] as const)('for %s', async (_, registration, sentence) => {
    Object.assign(microsoft.registration, registration)
    const result = await submit(outlookCalendar)
    expect(result).toMatchObject({ type: 'form', status: 400 })
    expect(textOf(result)).toMatch(sentence)
  })

  test.each([
    ['the permission for meetings', { roles: ['Calendars.Read', 'OnlineMeetingTranscript.Read.All'] }],
    ['the permission for transcripts', { roles: ['Calendars.Read', 'OnlineMeetings.Read.All'] }],
    ['the access policy of Teams', {}],
  ] as const)('for meetings without %s', async (_, registration) => {
    Object.assign(microsoft.registration, registration)
    if (!('roles' in registration)) microsoft.settings.meetingPolicies = []
    const sentences = textOf(await submit(teams))
    expect(sentences).toMatch(/has not allowed this application to read the meetings of this person/)
    expect(sentences).toMatch(/application access policy.*needs the permissions for meetings and transcripts/)
  })

  test.each([
    ['the permission for mail', outlookMail, /“Mail\.Read”/],
    ['the permissions for meetings', teams, /“Calendars\.Read” and “OnlineMeetings\.Read\.All” and/],
  ])('naming %s', async (_, application, roles) => {
    microsoft.registration.roles = []
    expect(textOf(await submit(application))).toMatch(roles)
  })

  test('while Microsoft is unavailable, with status 503', async () => {
    microsoft.faults.add({ path: '/*/oauth2/v2.0/token', count: null, fault: { kind: 'response', status: 503 } })
    expect(await submit(outlookCalendar)).toMatchObject({ type: 'form', status: 503 })
  })
})

describe('a refresh', () => {
  test.each([
    ['an expired certificate', { certificate: 'expired' }, /has expired at Microsoft/],
    ['a removed certificate', { certificate: 'removed' }, /not registered/],
    ['an application that was removed', { inTenant: false }, /no application/],
  ] as const)('with %s ends the connection and says why', async (_, registration, sentence) => {
    const connection = await connectWithKey(outlookCalendar)
    Object.assign(microsoft.registration, registration)
    await expect(refresh(outlookCalendar, connection)).rejects.toMatchObject({
      status: 401,
      problem: 'credentials-expired',
      message: expect.stringMatching(sentence),
    })
  })

  test('succeeds as soon as the certificate is registered again', async () => {
    const connection = await connectWithKey(outlookCalendar)
    microsoft.registration.certificate = 'removed'
    await expect(refresh(outlookCalendar, connection)).rejects.toMatchObject({ status: 401 })
    microsoft.registration.certificate = 'registered'
    expect((await refresh(outlookCalendar, connection)).accessToken).not.toBe(connection.credential.accessToken)
  })

  test('fails for a while only when Microsoft is unavailable', async () => {
    const connection = await connectWithKey(outlookCalendar)
    microsoft.faults.add({ path: '/*/oauth2/v2.0/token', count: null, fault: { kind: 'response', status: 503 } })
    await expect(refresh(outlookCalendar, connection)).rejects.toMatchObject({ status: 503 })
  })

  test('does not send a key to a tenant that is none', async () => {
    const connection = await connectWithKey(outlookCalendar)
    const stored = JSON.parse(connection.credential.refreshToken ?? '')
    const refreshToken = JSON.stringify({ ...stored, tenant: 'x/../../evil.example' })
    microsoft.ledger.clear()
    await expect(
      refresh(outlookCalendar, { ...connection, credential: { ...connection.credential, refreshToken } }),
    ).rejects.toMatchObject({ status: 401 })
    expect(microsoft.ledger.entries()).toEqual([])
  })
})

describe('a check', () => {
  test('names the permissions that an administrator has withdrawn', async () => {
    const connection = await connectWithKey(outlookMail)
    microsoft.registration.roles = []
    const credential = await refresh(outlookMail, connection)
    expect(await check(outlookMail, { ...connection, credential })).toEqual({
      status: 'scope_required',
      message: expect.stringContaining('“Mail.Read”'),
    })
  })

  test('is refused with an expired token', async () => {
    const connection = await connectWithKey(outlookMail)
    microsoft.clock.advance(DAY_MS)
    await expect(check(outlookMail, connection)).rejects.toMatchObject({ status: 401 })
  })
})
