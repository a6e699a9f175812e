import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { toThumbprints } from '../../../../sandbox/core/keys/sample-key.ts'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { formValue, signJwt } from '../../sign-jwt.ts'
import { ADA, as, BILAL, pagesOf, postForm, replyOf, withToken } from '../harness.ts'

const WEEK = { startDateTime: '2026-03-16T00:00:00Z', endDateTime: '2026-03-23T00:00:00Z' }
const OF_ADA = `/v1.0/users/${encodeURIComponent(ADA)}`
let microsoft: MicrosoftSandbox
let initial: MicrosoftSandbox['registration']

beforeAll(async () => {
  microsoft = await startMicrosoft()
  initial = { ...microsoft.registration }
})
afterAll(() => microsoft.stop())
beforeEach(() => {
  Object.assign(microsoft.registration, initial)
})

/** Returns a GET function that sends a token of the application. */
async function asApplication(registration: Partial<MicrosoftSandbox['registration']> = {}) {
  Object.assign(microsoft.registration, registration)
  return withToken(microsoft, await requestToken())
}

async function requestToken(): Promise<string> {
  const [clientId, tenant] = [formValue(microsoft, 'clientId'), formValue(microsoft, 'tenant')]
  const now = Math.floor(microsoft.clock.now() / 1000)
  const { 'x5t#S256': thumbprint } = toThumbprints(formValue(microsoft, 'certificate'))
  const { body } = await postForm(`${microsoft.origin}/${tenant}/oauth2/v2.0/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    scope: 'https://graph.microsoft.com/.default',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(
      { alg: 'PS256', 'x5t#S256': thumbprint },
      {
        iss: clientId,
        sub: clientId,
        aud: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
        jti: randomUUID(),
        nbf: now,
        exp: now + 300,
      },
      formValue(microsoft, 'privateKey'),
    ),
  })
  return body.access_token
}

describe('an application that acts by itself', () => {
  test.each([
    ['calendars', '/calendars', {}],
    ['the default calendar', '/calendar', {}],
    ['a calendar view', '/calendarView', WEEK],
    ['messages', '/messages', {}],
    ['folders', '/mailFolders/inbox', {}],
    ['the time zone', '/mailboxSettings/timeZone', {}],
    ['the user', '', {}],
  ])('reads %s of a user as the user does', async (_, path, query) => {
    const application = await (await asApplication())(OF_ADA + path, query)
    const user = await as(microsoft, ADA)(`/v1.0/me${path}`, query)
    expect(application.status).toBe(200)
    expect({ ...application.body, '@odata.nextLink': '' }).toEqual({ ...user.body, '@odata.nextLink': '' })
  })

  test('names a user by id, and in any case of the address', async () => {
    const { id } = microsoft.account(ADA)
    const get = await asApplication()
    expect((await get(`/v1.0/users/${id}/calendars`)).status).toBe(200)
    expect((await get(`/v1.0/users/${ADA.toUpperCase()}/calendars`)).status).toBe(200)
  })

  test('follows links that stay with the user', async () => {
    const pages = await pagesOf(await asApplication(), `${OF_ADA}/messages`, { $top: 25, $select: 'id' })
    expect(pages.length).toBeGreaterThan(1)
    const links = pages.flatMap(({ body }) => body['@odata.nextLink'] ?? [])
    expect(links.every((link: string) => link.includes('/v1.0/users/'))).toBe(true)
  })

  test('cannot read /me', async () => {
    for (const path of ['', '/calendars', '/messages', '/mailboxSettings/timeZone']) {
      expect(await (await asApplication())(`/v1.0/me${path}`)).toMatchObject({
        status: 400,
        body: {
          error: { code: 'BadRequest', message: '/me request is only valid with delegated authentication flow.' },
        },
      })
    }
  })

  test.each([
    ['calendars', '/calendars', 403, 'ErrorAccessDenied'],
    ['mail', '/messages', 403, 'ErrorAccessDenied'],
    ['the directory', '', 403, 'Authorization_RequestDenied'],
  ])('without its role cannot read %s', async (_, path, status, code) => {
    const get = await asApplication({ roles: ['MailboxSettings.Read'] })
    expect(await get(OF_ADA + path)).toMatchObject({ status, body: { error: { code } } })
    expect((await get(`${OF_ADA}/mailboxSettings/timeZone`)).status).toBe(200)
  })

  test('has the roles of the time at which its token was issued', async () => {
    const before = await asApplication({ roles: [] })
    const after = await asApplication({ roles: ['Calendars.Read'] })
    expect((await before(`${OF_ADA}/calendars`)).status).toBe(403)
    expect((await after(`${OF_ADA}/calendars`)).status).toBe(200)
  })

  test('is limited to the mailboxes of an access policy', async () => {
    const get = await asApplication({ mailboxes: [BILAL] })
    expect(await get(`${OF_ADA}/calendars`)).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorAccessDenied', message: expect.stringContaining('AccessPolicy') } },
    })
    expect((await get(`/v1.0/users/${BILAL}/calendars`)).status).toBe(200)
    expect((await get(OF_ADA)).status).toBe(200)
  })

  test.each([
    ['a user who does not exist', 'nobody@meridian.example'],
    ['a user of another tenant', 'lars@halden.example'],
  ])('does not find %s', async (_, user) => {
    const get = await asApplication()
    expect(await get(`/v1.0/users/${user}/calendars`)).toMatchObject({
      status: 404,
      body: { error: { code: 'ErrorInvalidUser' } },
    })
    expect(await get(`/v1.0/users/${user}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'Request_ResourceNotFound' } },
    })
  })

  test('is refused when its token has expired', async () => {
    const get = await asApplication()
    microsoft.clock.advance(3_600_000)
    expect(await get(`${OF_ADA}/calendars`)).toMatchObject({ status: 401 })
  })

  test('reads in a batch', async () => {
    const requests = [
      { id: '1', method: 'GET', url: `/users/${ADA}/calendars` },
      { id: '2', method: 'GET', url: '/me/calendars' },
    ]
    const response = await fetch(`${microsoft.origin}/v1.0/$batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await requestToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    })
    const { body } = await replyOf(response)
    expect(body.responses.map(({ status }: { status: number }) => status).sort()).toEqual([200, 400])
  })
})

describe('a user’s token', () => {
  test('reads the own account by address', async () => {
    expect((await as(microsoft, ADA)(`${OF_ADA}/calendars`)).status).toBe(200)
  })

  test('does not read the mailbox of another user', async () => {
    expect(await as(microsoft, BILAL)(`${OF_ADA}/calendars`)).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorAccessDenied' } },
    })
  })
})
