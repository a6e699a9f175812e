import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { createGraphRequester } from '../../../vendors/microsoft/client.ts'
import { microsoft } from '../../../vendors/microsoft/index.ts'
import { toNextPath, toPath, withPageSize } from '../../../vendors/microsoft/paths.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork } from '../../kit/network.ts'
import {
  aCalendar,
  aCredential,
  aMessage,
  calendarCall,
  mailCall,
  problemOf,
  SETTINGS,
  syncCalendar,
  syncEmails,
} from './builders.ts'
import { FOLDERS, GRAPH, serveEnd, serveFolders } from './recordings.ts'

cutNetwork()

const ORIGIN = 'http://127.0.0.1:4020'
const settings = { ...SETTINGS, origin: ORIGIN }

describe('with a configured origin', () => {
  test('mail and calendars are requested from it, with the token, under Graph’s paths', async () => {
    const there = nock(ORIGIN, { reqheaders: { authorization: 'Bearer EwB4A8l6BAAU-ann-access-token' } })
    there
      .get(/^\/v1[.]0\/me\/mailFolders\//)
      .query(true)
      .times(FOLDERS.length)
      .reply(200, { id: 'folder=' })
    there.get('/v1.0/me/messages').query(true).reply(200, { value: [] })
    there.get('/v1.0/me/mailboxSettings/timeZone').reply(200, { value: 'UTC' })
    there.get('/v1.0/me/calendars').query(true).reply(200, { value: [] })
    expect((await syncEmails({}, mailCall({ settings }))).items).toEqual([])
    expect((await syncCalendar({}, calendarCall({ settings }))).items).toEqual([])
    expect(nock.pendingMocks()).toEqual([])
  })

  test('the sign-in uses it as well', async () => {
    const scope = 'https://graph.microsoft.com/mail.read'
    const tokens = { access_token: 'EwB4-new', refresh_token: 'M.C5-new', expires_in: 3600, scope }
    nock(ORIGIN).post('/common/oauth2/v2.0/token').reply(200, tokens)
    nock(ORIGIN).get('/v1.0/me').query(true).times(2).reply(200, { id: '1', mail: 'ann@example.com' })
    nock(ORIGIN).get('/v1.0/me/messages').query({ $top: 1, $select: 'id' }).reply(200, { value: [] })
    const { auth } = microsoft.applications[1] ?? {}
    const call = mailCall({ settings })
    const connect = { application: 'outlook-mail', connectionId: 'c', nonce: 'a-nonce', state: 'c.outlook-mail' }
    expect(await auth?.connect(connect, call)).toMatchObject({
      url: expect.stringMatching(`^${ORIGIN}/common/oauth2/`),
    })
    const input = {
      connectionId: 'c',
      application: 'outlook-mail',
      state: 'c.outlook-mail',
      nonce: 'a-nonce',
      parameters: { code: '0.A' },
    }
    const credential = (await auth?.callback(input, call))?.credential ?? aCredential()
    expect(await auth?.check?.({ application: 'outlook-mail', credential }, call)).toEqual({
      status: 'ok',
      accountId: '1',
    })
    expect(nock.pendingMocks()).toEqual([])
  })
})

test('redirects are not followed, so the token reaches no other host', async () => {
  const elsewhere = nock('https://elsewhere.example').get('/').reply(200, {})
  nock(GRAPH)
    .get(/./)
    .query(true)
    .times(15)
    .reply(302, '', { Location: 'https://elsewhere.example/', 'Retry-After': '0' })
  expect(await problemOf(syncEmails())).toMatchObject({ status: 502 })
  expect(elsewhere.isDone()).toBe(false)
})

test('a path that the library takes for an absolute URL is never requested', async () => {
  const elsewhere = nock('https://elsewhere.example').get(/./).reply(200, {})
  const request = await createGraphRequester(aCredential(), mailCall({ budget: impatient() }), { bodyFormat: 'text' })
  expect(await problemOf(request('/https://elsewhere.example/v1.0/me'))).toMatchObject({ status: 502 })
  expect(elsewhere.isDone()).toBe(false)
})

test.each(['', 'two\r\nlines', 'Grüße', 'with space'])(
  'a token that is not allowed in a header is rejected with a pointer: «%s»',
  async (token) => {
    const call = mailCall()
    const problem = await problemOf(syncEmails({}, call, aCredential({ accessToken: token })))
    expect(problem).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/connectedProvider/credential/accessToken' }] },
    })
    expect(call.meter.calls).toBe(0)
  },
)

test('a response that is too long is requested in smaller pages', async () => {
  serveFolders()
  const huge = JSON.stringify({ value: [], filler: 'x'.repeat(65 * 1024 * 1024) })
  nock(GRAPH)
    .get('/v1.0/me/messages')
    .query(({ $top }) => $top === '100')
    .reply(200, huge, { 'Content-Type': 'application/json' })
  nock(GRAPH)
    .get('/v1.0/me/messages')
    .query(({ $top }) => $top === '50')
    .reply(200, { value: [aMessage()] })
  serveEnd()
  expect((await syncEmails()).items).toHaveLength(1)
})

test('at most four requests of a mailbox are in flight, calendars and mail together', async () => {
  let [open, maxOpen] = [0, 0]
  const slow = async (body: object) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    return [200, body] as const
  }
  const ids = Array.from({ length: 20 }, (_, index) => `m${index}`)
  nock(GRAPH)
    .get(/mailFolders/)
    .query(true)
    .times(FOLDERS.length)
    .reply(() => slow({ id: 'folder=' }))
  nock(GRAPH)
    .get('/v1.0/me/messages')
    .query(true)
    .reply(() => slow({ value: ids.map((id) => aMessage({ id })) }))
  serveEnd()
  for (const id of ids)
    nock(GRAPH)
      .get(`/v1.0/me/messages/${id}`)
      .query(true)
      .reply(() => slow(aMessage({ id })))
  nock(GRAPH)
    .get('/v1.0/me/mailboxSettings/timeZone')
    .reply(() => slow({ value: 'UTC' }))
  nock(GRAPH)
    .get('/v1.0/me/calendars')
    .query(true)
    .reply(() => slow({ value: ids.map((id) => aCalendar({ id })) }))
  nock(GRAPH)
    .get(/calendarView/)
    .query(true)
    .times(20)
    .reply(() => slow({ value: [] }))
  const [mail, calendar] = await Promise.all([
    syncEmails({ includeEmails: ['bob@example.org'] }),
    syncCalendar({}, calendarCall(), aCredential({ email: 'ANN@example.com' })),
  ])
  expect([mail.items.length, calendar.items.length]).toEqual([20, 20])
  expect(maxOpen).toBe(4)
})

describe('a path', () => {
  test('encodes every id and value', () => {
    const path = toPath(['me', 'calendars', 'AA/k+b=?#&', 'calendarView'], { $filter: "a eq 'b&c+d#'", $top: 5 })
    const url = new URL(`${GRAPH}/v1.0${path}`)
    expect(url.pathname).toBe('/v1.0/me/calendars/AA%2Fk%2Bb%3D%3F%23%26/calendarView')
    expect(url.searchParams.get('$filter')).toBe("a eq 'b&c+d#'")
    expect(url.hash).toBe('')
  })

  test('distinguishes ids that differ in case only', () => {
    expect(toPath(['AAMkAb='])).not.toBe(toPath(['AAMkaB=']))
  })

  test.each([
    ['https://graph.microsoft.com/v1.0/me/messages?$skip=5', '/me/messages?$skip=5'],
    ['https://elsewhere.example/v1.0/me/messages?$skip=5', '/me/messages?$skip=5'],
    [
      "https://graph.microsoft.com/v1.0/users('a@b.example')/messages?%24skip=5",
      "/users('a@b.example')/messages?%24skip=5",
    ],
    ['/v1.0/me/messages?%24skiptoken=X%2bY%3d', '/me/messages?%24skiptoken=X%2bY%3d'],
  ])('of a link is the part after the version: %s', (link, path) => {
    expect(toNextPath(link)).toBe(path)
  })

  test.each([undefined, null, ''])('of a missing link is undefined: %s', (link) => {
    expect(toNextPath(link)).toBeUndefined()
  })

  test.each([
    'https://graph.microsoft.com/beta/me/messages',
    'https://graph.microsoft.com/v1.0/../oauth2/token',
    'https://graph.microsoft.com/v1.0/https://elsewhere.example/v1.0/me',
    'https://graph.microsoft.com/v1.0/me?next=https://elsewhere.example/x',
    'http://[',
    'mailto:ann@example.com',
  ])('of a link to another address is rejected: %s', (link) => {
    expect(() => toNextPath(link)).toThrow('unexpected address')
  })

  test.each([
    ['/me/messages?%24top=100&%24skip=5', '/me/messages?%24skip=5&$top=7'],
    ['/me/messages?$top=100', '/me/messages?$top=7'],
    ['/me/messages', '/me/messages?$top=7'],
    ['/me/messages?$skiptoken=$top=9', '/me/messages?$skiptoken=$top=9&$top=7'],
  ])('for smaller pages differs in its page size only: %s', (path, smaller) => {
    expect(withPageSize(path, 7)).toBe(smaller)
  })
})
