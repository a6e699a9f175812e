import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../src/kit/application.ts'
import { Budget } from '../../../src/kit/budget.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork, slowResponse } from '../../kit/network.ts'
import { aConnection, aCredential, mailCall, problemOf } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

describe('refreshing', () => {
  test('stores the new refresh token that Microsoft returns each time', async () => {
    replay('refresh-that-rotates')
    const clock = () => Date.parse('2026-01-12T09:00:00Z')
    const credential = aCredential({ refreshToken: aToken(), profile: { any: 'thing' }, instanceId: 'kept' })
    expect(await refresh(credential, mailCall({ clock }))).toEqual({
      ...credential,
      accessToken: 'EwB4A8l6BAAU-new-access-token',
      refreshToken: 'M.C5xx_rotated-refresh-token-0123456789',
      dateExpiry: clock() + 3_736_000 - 120_000,
    })
  })

  test('keeps the old refresh token if Microsoft omits one', async () => {
    replay('refresh')
    const refreshToken = aToken()
    expect(await refresh(aCredential({ refreshToken }))).toMatchObject({ refreshToken })
  })

  test.each([
    ['refresh-revoked', 401, 'password was reset'],
    ['refresh-asleep', 401, 'was not used for a long time'],
    ['refresh-after-the-session-ended', 401, 'limits how long a sign-in lasts'],
    ['refresh-without-consent', 401, 'no longer has the permissions'],
    ['refresh-that-needs-a-second-factor', 401, 'further proof'],
    ['refresh-that-needs-interaction', 401, 'further proof'],
    ['refresh-of-a-disabled-account', 401, 'disabled'],
    ['refresh-under-a-new-number', 401, 'Connect the account again.'],
    ['refresh-with-a-wrong-secret', 500, 'MICROSOFT_CLIENT_SECRET'],
    ['refresh-with-an-expired-secret', 500, 'has expired'],
    ['refresh-of-an-unknown-client', 500, 'MICROSOFT_CLIENT_ID'],
  ])('that is rejected says who must act: %s', async (name, status, words) => {
    replay(name)
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() })))
    expect(problem).toMatchObject({ status, message: expect.stringContaining(words) })
  })

  test.each(['refresh-that-needs-a-second-factor', 'refresh-that-needs-interaction'])(
    'that an organization temporarily rejected is retried: %s',
    async (name) => {
      const credential = aCredential({ refreshToken: aToken() })
      replay(name)
      expect(await problemOf(refresh(credential))).toMatchObject({ status: 401 })
      replay('refresh-that-rotates')
      expect(await refresh(credential)).toMatchObject({ accessToken: 'EwB4A8l6BAAU-new-access-token' })
    },
  )

  test('of an expired token sends one request, and then none', async () => {
    const credential = aCredential({ refreshToken: aToken() })
    replay('refresh-revoked')
    const first = mailCall()
    await problemOf(refresh(credential, first))
    const call = mailCall({ memory: first.memory })
    expect(await problemOf(refresh(credential, call))).toMatchObject({ status: 401 })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    [500, { error: 'server_error' }],
    [503, { error: 'temporarily_unavailable' }],
    [400, { error: 'temporarily_unavailable' }],
    [429, 'limiting the number of requests'],
    [502, '<html>Bad Gateway</html>'],
  ])('never ends a connection when the token endpoint returns %i %j', async (status, body) => {
    nock(LOGIN).post(TOKEN).reply(status, body)
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() }), mailCall({ budget: impatient() })))
    expect(problem.problem).not.toBe('credentials-expired')
  })

  test('is retried after a temporary failure', async () => {
    nock(LOGIN).post(TOKEN).reply(503, { error: 'temporarily_unavailable' }, { 'Retry-After': '0' })
    replay('refresh')
    expect(await refresh(aCredential({ refreshToken: aToken() }))).toMatchObject({
      accessToken: expect.stringContaining('new'),
    })
  })

  test('times out when Microsoft hangs, and starts over the next time', async () => {
    const { reply, release } = slowResponse()
    nock(LOGIN).post(TOKEN).reply(reply)
    const credential = aCredential({ refreshToken: aToken() })
    const problem = await problemOf(refresh(credential, mailCall({ budget: new Budget(40) })))
    expect(problem).toMatchObject({ problem: 'vendor-error' })
    release()
    replay('refresh')
    expect(await refresh(credential)).toMatchObject({ accessToken: 'EwB4A8l6BAAU-new-access-token' })
  })

  test('with one refresh token many times concurrently sends one request', async () => {
    replay('refresh-that-rotates')
    const credential = aCredential({ refreshToken: aToken() })
    const call = mailCall()
    const credentials = await Promise.all(Array.from({ length: 50 }, () => refresh(credential, call)))
    expect(new Set(credentials.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    expect(call.meter.calls).toBe(1)
  })
})

describe('checking', () => {
  test.each([
    ['mail', 'check-of-mail', outlookMail],
    ['calendars', 'check-of-calendars', outlookCalendar],
  ])('returns the stable id of an account with the permission for %s', async (_permission, name, application) => {
    const waiting = replay(name)
    expect(await check(application)).toEqual({ status: 'ok', accountId: '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20' })
    expect(waiting()).toEqual([])
  })

  test('names the permission that is missing', async () => {
    replay('check-without-the-permission')
    const result = await check(outlookMail)
    expect(result).toMatchObject({
      status: 'scope_required',
      message: expect.stringMatching(/administrator.*“Read your mail”/),
    })
  })

  test('explains that an account has no mailbox', async () => {
    replay('check-without-a-mailbox')
    expect(await problemOf(check(outlookMail))).toMatchObject({
      status: 403,
      problem: 'mailbox-unavailable',
      message: expect.stringContaining('on-premises'),
    })
  })

  test('asks to connect again for an expired token', async () => {
    replay('check-of-a-dead-token')
    expect(await problemOf(check(outlookMail))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('rejects a token that is not allowed in a header, with a pointer to it', async () => {
    const problem = await problemOf(check(outlookMail, { accessToken: 'two\nlines' }))
    expect(problem).toMatchObject({ status: 400, options: { errors: [{ pointer: '#/credential/accessToken' }] } })
  })
})

const LOGIN = 'https://login.microsoftonline.com'

const TOKEN = '/common/oauth2/v2.0/token'

/** Recent refreshes and rejected refresh tokens are cached, so every test has a token of its own. */
let tokens = 0

function aToken(): string {
  tokens += 1
  return `M.C5xx_refresh-token-${tokens}-0123456789`
}

function refresh(credential: ReturnType<typeof aCredential>, call: Call<MicrosoftSettings> = mailCall()) {
  const request = { connectedProvider: aConnection('outlook-mail', credential) }
  return outlookMail.auth?.refresh(request, call) ?? Promise.reject(new Error('no handler'))
}

function check(application: typeof outlookMail, credential: Partial<ReturnType<typeof aCredential>> = {}) {
  const request = { application: application.name, credential: aCredential(credential) }
  return application.auth?.check?.(request, mailCall()) ?? Promise.reject(new Error('no handler'))
}
