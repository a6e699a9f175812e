import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../sandbox/google/index.ts'
import { ADA, as, BILAL, withToken } from './harness.ts'

let google: GoogleSandbox

beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

async function control(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${google.origin}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('the controls over HTTP', () => {
  test('tell who lives here', async () => {
    const { body } = await control('GET', 'accounts')
    expect(body.map(({ email }: { email: string }) => email)).toEqual([ADA, BILAL, 'esther@meridian.example'])
  })

  test('give tokens and take them back', async () => {
    const { body } = await control('POST', 'grants', { account: ADA, scopes: [SCOPE.gmailReadonly] })
    const get = withToken(google, body.accessToken)
    expect((await get('/gmail/v1/users/me/profile')).status).toBe(200)
    expect((await control('DELETE', `grants?account=${BILAL}`)).body).toEqual({ revoked: 0 })
    expect((await control('DELETE', `grants?account=${ADA}`)).body).toEqual({ revoked: 1 })
    expect((await get('/gmail/v1/users/me/profile')).status).toBe(401)
    expect((await control('POST', 'grants', { account: 'nobody' })).status).toBe(400)
  })

  test('script faults and let calls go that hang on them', async () => {
    const { status, body } = await control('POST', 'faults', { path: '/gmail/**', fault: { kind: 'hang' } })
    expect(status).toBe(201)
    const call = as(google, ADA)('/gmail/v1/users/me/profile')
    await google.faults.list()[0]?.triggered()
    expect((await control('GET', 'faults')).body).toMatchObject([{ id: body.id, hits: 1, rule: { path: '/gmail/**' } }])
    expect((await control('DELETE', `faults/${body.id}`)).status).toBe(204)
    expect((await call).status).toBe(200)
    expect((await control('DELETE', `faults/${body.id}`)).status).toBe(404)
    const random = await control('POST', 'faults/random', { seed: 1, chances: { html: 1 } })
    expect(random.body.ids).toHaveLength(1)
    expect((await as(google, ADA)('/gmail/v1/users/me/profile')).status).toBe(502)
    await control('DELETE', 'faults')
    expect((await control('GET', 'faults')).body).toEqual([])
  })

  test('show the ledger, in which they do not stand themselves', async () => {
    await as(google, ADA)('/gmail/v1/users/me/messages', { q: 'x' })
    const { body } = await control('GET', `ledger?account=${ADA}&status=200`)
    expect(body).toMatchObject([{ path: '/gmail/v1/users/me/messages', query: { q: 'x' }, units: 5 }])
    expect((await control('GET', 'ledger?path=/_sandbox/**')).body).toEqual([])
    await control('DELETE', 'ledger')
    expect((await control('GET', 'ledger')).body).toEqual([])
  })

  test('turn the clock and the knobs', async () => {
    const { body } = await control('GET', 'clock')
    expect((await control('POST', 'clock', { advanceMs: 1_000 })).body.now).toBe(body.now + 1_000)
    expect((await control('PATCH', 'settings', { autoConsent: true, signedIn: BILAL, latency: 5 })).body).toMatchObject(
      { autoConsent: true, latency: 5 },
    )
    expect(google.oauth.settings).toMatchObject({ autoConsent: true, signedIn: BILAL })
    await control('PATCH', 'settings', { signedIn: null })
    expect(google.oauth.settings.signedIn).toBeUndefined()
    expect((await control('PATCH', 'google', { emptyPages: 1 })).body.emptyPages).toBe(1)
    const uri = 'http://localhost:1234/auth/callback'
    expect((await control('POST', 'redirect-uris', { uri })).body).toContain(uri)
  })

  test('let mails and meetings arrive and go', async () => {
    const { body: mail } = await control('POST', 'mail', {
      account: BILAL,
      mail: {
        from: 'a@b.example',
        subject: 'Hi',
        text: 'x',
        files: [{ filename: 'a.txt', mimeType: 'text/plain', base64: 'aGk=' }],
      },
    })
    expect((await control('GET', `mail?account=${BILAL}`)).body).toMatchObject([{ id: mail.id, subject: 'Hi' }])
    const { payload } = (await as(google, BILAL)(`/gmail/v1/users/me/messages/${mail.id}`)).body
    expect(payload.parts[1]).toMatchObject({ filename: 'a.txt', body: { size: 2 } })
    expect((await control('DELETE', `mail/${mail.id}?account=${BILAL}`)).status).toBe(204)
    expect((await control('POST', 'mail/generate', { account: BILAL, count: 7 })).body).toEqual({ size: 7 })
    const event = { summary: 'Tea', start: '2026-03-17T16:00', end: '2026-03-17T17:00' }
    const { body: made } = await control('POST', 'events', { account: BILAL, event })
    const list = async () => (await as(google, BILAL)('/calendar/v3/calendars/primary/events')).body.items
    expect(await list()).toMatchObject([{ id: made.id, summary: 'Tea' }])
    await control('DELETE', `events/${made.id}?account=${BILAL}`)
    expect(await list()).toEqual([])
  })

  test.each([
    ['POST', 'faults', { fault: { kind: 'tired' } }, 'reset-in-body'],
    ['POST', 'faults', { fault: { kind: 'error', name: 'unheardOf' } }, 'backendError'],
    ['POST', 'faults', {}, 'A fault is one of'],
    ['POST', 'clock', { advanceMs: -1 }, 'backwards'],
    ['PATCH', 'settings', { colour: 'red' }, 'autoConsent'],
    ['PATCH', 'google', { colour: 'red' }, 'colour'],
    ['POST', 'mail', { account: 'nobody@nowhere.example', mail: {} }, 'nobody@nowhere.example'],
    ['POST', 'events', { account: ADA, calendarId: 'none', event: {} }, 'no calendar none'],
    ['POST', 'redirect-uris', { uri: 5 }, 'uri'],
    ['POST', 'grants', [], 'JSON object'],
  ])('say what is wrong with %s %s %j', async (method, path, wrong, sentence) => {
    const { status, body } = await control(method, path, wrong)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
  })
})
