import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { google } from '../../../vendors/google/index.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork } from '../../kit/network.ts'
import { aCredential, calendarCall, mailCall, problemOf, SETTINGS, syncCalendar, syncEmails } from './builders.ts'

cutNetwork()

const ORIGIN = 'http://127.0.0.1:4010'
const settings = { ...SETTINGS, origin: ORIGIN }

describe('with a configured origin', () => {
  test("mail and calendars are requested from it, under Google's paths", async () => {
    nock(ORIGIN).get('/gmail/v1/users/me/messages').query(true).reply(200, {})
    nock(ORIGIN).get('/calendar/v3/users/me/calendarList').query(true).reply(200, { items: [] })
    expect((await syncEmails({}, mailCall({ settings }))).items).toEqual([])
    expect((await syncCalendar({}, calendarCall({ settings }))).items).toEqual([])
  })

  test('the sign-in uses it as well', async () => {
    nock(ORIGIN).post('/token').reply(200, {
      access_token: 'ya29.new',
      refresh_token: '1//new',
      expires_in: 3599,
      scope: 'https://www.googleapis.com/auth/gmail.readonly',
    })
    nock(ORIGIN).get('/oauth2/v2/userinfo').reply(200, { id: '1', email: 'ann@example.com', verified_email: true })
    nock(ORIGIN).post('/tokeninfo').reply(200, { sub: '1', scope: 'https://www.googleapis.com/auth/gmail.readonly' })
    const { auth } = google.applications[1] ?? {}
    const call = mailCall({ settings })
    const connect = { application: 'gmail', connectionId: 'c', nonce: 'a-nonce', state: 'c.gmail' }
    expect(await auth?.connect(connect, call)).toMatchObject({
      url: expect.stringMatching(`^${ORIGIN}/o/oauth2/v2/auth[?]`),
    })
    const input = {
      connectionId: 'c',
      application: 'gmail',
      state: 'c.gmail',
      nonce: 'a-nonce',
      parameters: { code: '4/0' },
    }
    const credential = (await auth?.callback(input, call))?.credential ?? aCredential()
    expect(await auth?.check?.({ application: 'gmail', credential }, call)).toEqual({ status: 'ok', accountId: '1' })
    expect(nock.pendingMocks()).toEqual([])
  })

  test('no proxy of the environment is used', async () => {
    nock(ORIGIN).get('/gmail/v1/users/me/messages').query(true).reply(200, {})
    await withEnvironment(
      { HTTP_PROXY: 'http://proxy.invalid:3128', HTTPS_PROXY: 'http://proxy.invalid:3128' },
      async () => {
        expect((await syncEmails({}, mailCall({ settings }))).items).toEqual([])
      },
    )
  })
})

test("the environment cannot change Google's hosts", async () => {
  nock('https://gmail.googleapis.com').get('/gmail/v1/users/me/messages').query(true).reply(200, {})
  await withEnvironment({ GOOGLE_CLOUD_UNIVERSE_DOMAIN: 'universe.example' }, async () => {
    expect((await syncEmails()).items).toEqual([])
  })
})

test('redirects are not followed, so the token reaches no other host', async () => {
  const elsewhere = nock('https://elsewhere.example').get('/').reply(200, {})
  nock('https://gmail.googleapis.com')
    .get('/gmail/v1/users/me/messages')
    .query(true)
    .times(5)
    .reply(302, '', { Location: 'https://elsewhere.example/', 'Retry-After': '0' })
  expect(await problemOf(syncEmails())).toMatchObject({ status: 502 })
  expect(elsewhere.isDone()).toBe(false)
})

test('the library retries nothing by itself', async () => {
  nock('https://gmail.googleapis.com').get('/gmail/v1/users/me/messages').query(true).reply(503, {})
  const second = nock('https://gmail.googleapis.com').get('/gmail/v1/users/me/messages').query(true).reply(200, {})
  expect(await problemOf(syncEmails({}, mailCall({ budget: impatient() })))).toMatchObject({ status: 503 })
  expect(second.isDone()).toBe(false)
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

test('only the access token is sent, and the library refreshes nothing by itself', async () => {
  nock('https://gmail.googleapis.com', { reqheaders: { authorization: 'Bearer ya29.ann-access-token' } })
    .get('/gmail/v1/users/me/messages')
    .query(true)
    .reply(401, { error: { code: 401, errors: [{ reason: 'authError' }] } })
  const token = nock('https://oauth2.googleapis.com').post('/token').reply(200, {})
  const call = mailCall()
  expect(await problemOf(syncEmails({}, call))).toMatchObject({ status: 401 })
  expect(call.meter.calls).toBe(1)
  expect(token.isDone()).toBe(false)
})

test('at most five requests of an account are in flight, calendars and mail together', async () => {
  let [open, maxOpen] = [0, 0]
  const slow = async (body: object) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    return [200, body] as const
  }
  const ids = Array.from({ length: 20 }, (_, index) => `m${index}`)
  const calendars = ids.map((id) => ({ id: `${id}@example.com`, summary: id, timeZone: 'UTC' }))
  nock('https://gmail.googleapis.com')
    .get('/gmail/v1/users/me/messages')
    .query(true)
    .reply(() => slow({ messages: ids.map((id) => ({ id })) }))
  for (const id of ids) {
    nock('https://gmail.googleapis.com')
      .get(`/gmail/v1/users/me/messages/${id}`)
      .query(true)
      .reply(() => slow({ id, payload: {} }))
  }
  nock('https://www.googleapis.com')
    .get('/calendar/v3/users/me/calendarList')
    .query(true)
    .reply(() => slow({ items: calendars }))
  nock('https://www.googleapis.com')
    .get(/events/)
    .times(20)
    .reply(() => slow({ items: [] }))
  const [mail, calendar] = await Promise.all([
    syncEmails(),
    syncCalendar({}, calendarCall(), aCredential({ email: 'ANN@example.com' })),
  ])
  expect([mail.items.length, calendar.items.length]).toEqual([20, 20])
  expect(maxOpen).toBe(5)
})

async function withEnvironment(variables: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const previous = { ...process.env }
  Object.assign(process.env, variables)
  try {
    await work()
  } finally {
    for (const name of Object.keys(variables)) {
      if (previous[name] === undefined) delete process.env[name]
      else process.env[name] = previous[name]
    }
  }
}
