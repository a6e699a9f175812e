import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { COMPANIES } from '../../../sandbox/core/fixtures.ts'
import { type MicrosoftSandbox, SCOPE, tenantIdOf } from '../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider } from '../../../src/contract/index.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import { adminLinkOf, problemOf } from './builders.ts'
import { ADA, authOf, callOf, connect, startSandbox, syncEmails } from './sandbox.ts'

let microsoft: MicrosoftSandbox
beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

describe('the flow through the consent page', () => {
  test('leads to a connection that can be checked and always has the same account id', async () => {
    const { credential } = await connect(microsoft, outlookMail)
    expect(credential).toMatchObject({ email: ADA, profile: { tenantId: tenantIdOf(COMPANIES.meridian) } })
    const again = await connect(microsoft, outlookMail)
    const accountId = (credential.profile as { accountId: string }).accountId
    expect(again.credential.profile).toMatchObject({ accountId })
    expect(await check(credential)).toEqual({ status: 'ok', accountId })
  })

  test('accepts scopes in lower case, prefixed with Graph’s URL and without offline_access', async () => {
    Object.assign(microsoft.settings, { scopeForm: 'prefixed', scopeLetters: 'lower-case', listsOfflineAccess: false })
    expect((await connect(microsoft, outlookCalendar)).credential.refreshToken).toBeDefined()
  })

  test('names the permission that an administrator withholds', async () => {
    microsoft.settings.withheldScopes = [SCOPE.calendars]
    const problem = await problemOf(connect(microsoft, outlookCalendar))
    expect(problem).toMatchObject({
      status: 403,
      message: expect.stringMatching(/administrator.*“Read your calendars”/),
    })
  })

  test('does not require the mailbox’s time zone, which an administrator may withhold', async () => {
    microsoft.settings.withheldScopes = [SCOPE.settings]
    expect((await connect(microsoft, outlookCalendar)).credential.email).toBe(ADA)
  })

  test.each(['declined', 'cancelled'] as const)(
    'that is not completed leads to an error page: %s',
    async (refusalForm) => {
      microsoft.settings.refusalForm = refusalForm
      microsoft.oauth.settings.deny = true
      const problem = await problemOf(connect(microsoft, outlookMail))
      expect(problem).toMatchObject({ status: 400, message: expect.stringContaining('administrator') })
    },
  )
})

describe('an organization whose users may not consent', () => {
  const KENJI = 'kenji@sakurai.example'

  test('is told so with a link, with which its administrator approves the application for everybody', async () => {
    const problem = await problemOf(connect(microsoft, outlookMail, KENJI))
    expect(problem).toMatchObject({ status: 400, message: expect.stringContaining('administrator') })
    const response = await fetch(adminLinkOf(problem), { redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost:5000/auth/callback')
    const parameters = Object.fromEntries(back.searchParams)
    expect(parameters).toMatchObject({ admin_consent: 'True', state: '~admin-consent.outlook-mail' })
    await authOf(outlookMail).adminConsent?.(parameters, callOf(microsoft, 'outlook-mail'))
    expect((await connect(microsoft, outlookMail, KENJI)).credential.email).toBe(KENJI)
    expect(await problemOf(connect(microsoft, outlookCalendar, KENJI))).toMatchObject({ status: 400 })
  })

  test('is another than the one of the administrator', async () => {
    const problem = await problemOf(connect(microsoft, outlookMail, KENJI))
    microsoft.oauth.settings.signedIn = ADA
    await fetch(adminLinkOf(problem), { redirect: 'manual' })
    expect(await problemOf(connect(microsoft, outlookMail, KENJI))).toMatchObject({ status: 400 })
  })
})

test('an account that was deleted at Microsoft has expired, whoever asks first', async () => {
  const connection = await connect(microsoft, outlookMail)
  microsoft.deleteAccount(ADA)
  const sync = () => syncEmails(microsoft, connection)
  for (const request of [() => refresh(connection), () => check(connection.credential), sync]) {
    expect(await problemOf(request() as Promise<unknown>)).toMatchObject({
      status: 401,
      problem: 'credentials-expired',
      message: expect.stringContaining('no longer exists at Microsoft'),
    })
  }
})

describe('refresh tokens', () => {
  test('can be refreshed a hundred times in a row', async () => {
    let connection = await connect(microsoft, outlookMail)
    const seen = new Set([connection.credential.refreshToken])
    for (let count = 0; count < 100; count += 1) {
      connection = { ...connection, credential: await refresh(connection) }
      seen.add(connection.credential.refreshToken)
    }
    expect(seen.size).toBe(101)
    expect(await check(connection.credential)).toMatchObject({ status: 'ok' })
  }, 30_000)

  test('end the connection if they are revoked', async () => {
    const connection = await connect(microsoft, outlookMail)
    microsoft.oauth.grants.revoke(({ account }) => account === ADA)
    expect(await problemOf(refresh(connection))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    expect(await problemOf(check(connection.credential))).toMatchObject({ status: 401 })
  })

  test.each([
    ['AADSTS50076', 401, true],
    ['AADSTS50079', 401, true],
    ['AADSTS53003', 401, true],
    ['AADSTS700082', 401, false],
    ['AADSTS50173', 401, false],
    ['AADSTS65001', 401, false],
  ])('rejected with %s return %i, with recoverable %s', async (name, status, heals) => {
    const connection = await connect(microsoft, outlookMail)
    microsoft.faults.add({ method: 'POST', path: '/**/token', fault: { kind: 'error', name } })
    expect(await problemOf(refresh(connection))).toMatchObject({ status, recoverable: heals })
  })

  test.each(['AADSTS90033', 'AADSTS50033', 'AADSTS90006'])('survive a temporary error: %s', async (name) => {
    const connection = await connect(microsoft, outlookMail)
    microsoft.faults.add({ method: 'POST', path: '/**/token', fault: { kind: 'error', name } })
    expect((await refresh(connection)).refreshToken).not.toBe(connection.credential.refreshToken)
  })

  test.each(['AADSTS7000215', 'AADSTS7000222', 'AADSTS700016', 'AADSTS50194'])(
    'never end the connection because of the operator’s configuration: %s',
    async (name) => {
      const connection = await connect(microsoft, outlookMail)
      microsoft.faults.add({ method: 'POST', path: '/**/token', fault: { kind: 'error', name } })
      expect(await problemOf(refresh(connection))).toMatchObject({ status: 500, problem: 'internal-error' })
    },
  )
})

function check(credential: ConnectedProvider['credential']) {
  return Promise.resolve(
    authOf(outlookMail).check?.({ application: 'outlook-mail', credential }, callOf(microsoft, 'outlook-mail')),
  )
}

function refresh(connectedProvider: ConnectedProvider) {
  return authOf(outlookMail).refresh({ connectedProvider }, callOf(microsoft, 'outlook-mail'))
}
