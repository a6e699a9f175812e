import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { omitUndefined } from '../../../sandbox/core/omit-undefined.ts'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../sandbox/google/index.ts'
import { ADA, BILAL, createGet, createGetWithToken } from './harness.ts'

let google: GoogleSandbox

beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

async function control(method: string, path: string, body?: unknown) {
  const init = omitUndefined({ method, body: body === undefined ? undefined : JSON.stringify(body) })
  const response = await fetch(`${google.origin}/_sandbox/${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('the control routes', () => {
  test('list the accounts', async () => {
    const { body } = await control('GET', 'accounts')
    expect(body.map(({ email }: { email: string }) => email)).toEqual([ADA, BILAL, 'esther@meridian.example'])
  })

  test('issue and revoke tokens', async () => {
    const { body } = await control('POST', 'grants', { account: ADA, scopes: [SCOPE.gmailReadonly] })
    const get = createGetWithToken(google, body.accessToken)
    expect((await get('/gmail/v1/users/me/profile')).status).toBe(200)
    expect((await control('DELETE', `grants?account=${BILAL}`)).body).toEqual({ revoked: 0 })
    expect((await control('DELETE', `grants?account=${ADA}`)).body).toEqual({ revoked: 1 })
    expect((await get('/gmail/v1/users/me/profile')).status).toBe(401)
    expect((await control('POST', 'grants', { account: 'nobody' })).status).toBe(400)
  })

  test('add faults, and release hanging requests when they are removed', async () => {
    const { status, body } = await control('POST', 'faults', { path: '/gmail/**', fault: { kind: 'hang' } })
    expect(status).toBe(201)
    const response = createGet(google, ADA)('/gmail/v1/users/me/profile')
    await google.faults.list()[0]?.triggered()
    expect((await control('GET', 'faults')).body).toMatchObject([{ id: body.id, hits: 1, rule: { path: '/gmail/**' } }])
    expect((await control('DELETE', `faults/${body.id}`)).status).toBe(204)
    expect((await response).status).toBe(200)
    expect((await control('DELETE', `faults/${body.id}`)).status).toBe(404)
    const random = await control('POST', 'faults/random', { seed: 1, chances: { html: 1 } })
    expect(random.body.ids).toHaveLength(1)
    expect((await createGet(google, ADA)('/gmail/v1/users/me/profile')).status).toBe(502)
    await control('DELETE', 'faults')
    expect((await control('GET', 'faults')).body).toEqual([])
  })

  test('return the ledger, which does not contain their own requests', async () => {
    await createGet(google, ADA)('/gmail/v1/users/me/messages', { q: 'x' })
    const { body } = await control('GET', `ledger?account=${ADA}&status=200`)
    expect(body).toMatchObject([{ path: '/gmail/v1/users/me/messages', query: { q: 'x' }, units: 5 }])
    expect((await control('GET', 'ledger?path=/_sandbox/**')).body).toEqual([])
    await control('DELETE', 'ledger')
    expect((await control('GET', 'ledger')).body).toEqual([])
  })

  test('change the clock and the settings', async () => {
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

  test('add and remove messages and events', async () => {
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
    const { payload } = (await createGet(google, BILAL)(`/gmail/v1/users/me/messages/${mail.id}`)).body
    expect(payload.parts[1]).toMatchObject({ filename: 'a.txt', body: { size: 2 } })
    expect((await control('DELETE', `mail/${mail.id}?account=${BILAL}`)).status).toBe(204)
    expect((await control('POST', 'mail/generate', { account: BILAL, count: 7 })).body).toEqual({ size: 7 })
    const event = { summary: 'Tea', start: '2026-03-17T16:00', end: '2026-03-17T17:00' }
    const { body: added } = await control('POST', 'events', { account: BILAL, event })
    const list = async () => (await createGet(google, BILAL)('/calendar/v3/calendars/primary/events')).body.items
    expect(await list()).toMatchObject([{ id: added.id, summary: 'Tea' }])
    await control('DELETE', `events/${added.id}?account=${BILAL}`)
    expect(await list()).toEqual([])
  })

  test('add, list and remove meetings with their transcripts', async () => {
    const start = google.clock.now() - 3_600_000
    const conference = {
      code: 'abc-mnop-xyz',
      start,
      end: start + 600_000,
      participants: [{ speaker: 'bilal', email: BILAL }],
      transcripts: [{ talk: 'bilal: Hello.' }],
    }
    const { status, body } = await control('POST', 'conferences', { account: BILAL, conference })
    expect([status, body.code, body.transcripts.length]).toEqual([201, 'abc-mnop-xyz', 1])
    const path = `conferences/${body.id}/transcripts`
    expect((await control('POST', path, { talk: 'bilal: And again.', from: 5 })).status).toBe(201)
    const get = createGet(google, BILAL, [SCOPE.meetReadonly])
    expect((await get(`/v2/conferenceRecords/${body.id}/transcripts`)).body.transcripts).toHaveLength(2)
    const { body: all } = await control('GET', 'conferences')
    expect(all.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ organizer: BILAL, start })
    expect((await control('DELETE', `conferences/${body.id}`)).status).toBe(204)
    expect((await control('DELETE', `conferences/${body.id}`)).status).toBe(404)
    expect((await control('PATCH', 'google', { meetRecordsFor: 'organizer' })).body.meetRecordsFor).toBe('organizer')
  })

  test.each([
    [
      'POST',
      'conferences',
      { account: BILAL, conference: { start: 0, participants: [{ speaker: 'x' }] } },
      'needs a name',
    ],
    ['POST', 'faults', { fault: { kind: 'tired' } }, 'reset-in-body'],
    ['POST', 'faults', { fault: { kind: 'error', name: 'unheardOf' } }, 'backendError'],
    ['POST', 'faults', {}, 'Unknown fault kind'],
    ['POST', 'clock', { advanceMs: -1 }, 'backwards'],
    ['PATCH', 'settings', { colour: 'red' }, 'autoConsent'],
    ['PATCH', 'google', { colour: 'red' }, 'colour'],
    ['POST', 'mail', { account: 'nobody@nowhere.example', mail: {} }, 'nobody@nowhere.example'],
    ['POST', 'events', { account: ADA, calendarId: 'none', event: {} }, 'no calendar none'],
    ['POST', 'redirect-uris', { uri: 5 }, 'uri'],
    ['POST', 'grants', [], 'JSON object'],
  ])('return an error message for %s %s %j', async (method, path, invalidBody, message) => {
    const { status, body } = await control(method, path, invalidBody)
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
  })
})
