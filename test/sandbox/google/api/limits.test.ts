import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL, createGet, createGetWithToken, type Get } from '../harness.ts'

const MESSAGES = '/gmail/v1/users/me/messages'
const CALENDARS = '/calendar/v3/users/me/calendarList'
const MINUTE = 60_000
let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle()
  get = createGet(google, ADA)
})
afterEach(() => google.stop())

const reason = async (path: string, from = get) => (await from(path)).body.error?.errors[0].reason

describe('a token', () => {
  test('that is missing or invalid has different errors, in each API’s format', async () => {
    const missing = await createGetWithToken(google, undefined)(MESSAGES)
    expect(missing.status).toBe(401)
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="https://accounts.google.com/"')
    expect(missing.body.error).toMatchObject({
      status: 'UNAUTHENTICATED',
      errors: [{ reason: 'required', message: 'Login Required.' }],
      details: [{ reason: 'CREDENTIALS_MISSING' }],
    })
    const wrong = await createGetWithToken(google, 'ya29.nonsense')(MESSAGES)
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(wrong.body).toEqual({
      error: {
        code: 401,
        message:
          'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
        errors: [
          {
            message: 'Invalid Credentials',
            domain: 'global',
            reason: 'authError',
            location: 'Authorization',
            locationType: 'header',
          },
        ],
        status: 'UNAUTHENTICATED',
      },
    })
    const calendar = await createGetWithToken(google, 'ya29.nonsense')(CALENDARS)
    expect(calendar.body.error).toEqual({
      code: 401,
      message: 'Invalid Credentials',
      errors: [
        {
          message: 'Invalid Credentials',
          domain: 'global',
          reason: 'authError',
          location: 'Authorization',
          locationType: 'header',
        },
      ],
    })
  })

  test('expires after an hour', async () => {
    google.clock.advance(60 * MINUTE - 1)
    expect((await get(CALENDARS)).status).toBe(200)
    google.clock.advance(1)
    expect(await reason(CALENDARS)).toBe('authError')
  })

  test('gives access to its scopes only, and the error names the required ones', async () => {
    const { status, headers, body } = await createGet(google, ADA, [SCOPE.calendarReadonly])(MESSAGES)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${SCOPE.mail} ${SCOPE.gmailModify} ${SCOPE.gmailReadonly} ${SCOPE.gmailMetadata}"`,
    )
    expect(body).toEqual({
      error: {
        code: 403,
        message: 'Request had insufficient authentication scopes.',
        errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
        status: 'PERMISSION_DENIED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
            domain: 'googleapis.com',
            metadata: { service: 'gmail.googleapis.com', method: 'caribou.api.proto.MailboxService.ListMessages' },
          },
        ],
      },
    })
  })
})

describe('the quota', () => {
  test('of Gmail is 300 messages per minute and user', async () => {
    const [first] = google.account(ADA).mailbox.messages.all()
    const read = async () => (await get(`${MESSAGES}/${first?.id}`, { format: 'minimal' })).status
    for (let call = 0; call < 300; call++) expect(await read()).toBe(200)
    expect(google.ledger.units(ADA)).toBe(6_000)
    expect(await reason(MESSAGES)).toBe('rateLimitExceeded')
    expect((await createGet(google, BILAL)(MESSAGES)).status).toBe(200)
    google.clock.advance(MINUTE)
    expect(await read()).toBe(200)
  })

  test('of Calendar is 600 calls', async () => {
    google.settings.calendarRequestsPerMinute = 2
    expect([await reason(CALENDARS), await reason(CALENDARS), await reason(CALENDARS)]).toEqual([
      undefined,
      undefined,
      'rateLimitExceeded',
    ])
    expect(google.ledger.units(ADA)).toBe(2)
  })

  test('is reported in each of Google’s three ways', async () => {
    google.settings.gmailUnitsPerMinute = 5
    await get(MESSAGES)
    google.clock.advance(15_000)
    const getQuotaError = async (quotaForm: typeof google.settings.quotaForm) => {
      google.settings.quotaForm = quotaForm
      const { status, headers, body } = await get(MESSAGES)
      expect(headers.get('retry-after')).toBeNull()
      return [status, body.error.errors[0].reason, body.error.message]
    }
    expect(await getQuotaError('forbidden')).toEqual([
      403,
      'rateLimitExceeded',
      expect.stringMatching(
        /^Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com'/,
      ),
    ])
    expect(await getQuotaError('too-many-requests')).toEqual([
      429,
      'rateLimitExceeded',
      'Resource has been exhausted (e.g. check quota).',
    ])
    expect(await getQuotaError('retry-after')).toEqual([
      403,
      'userRateLimitExceeded',
      'User-rate limit exceeded.  Retry after 2026-03-16T09:01:00.000Z',
    ])
  })
})

describe('the limit of concurrent requests', () => {
  test('rejects requests while ten are in flight, at no cost', async () => {
    const hung = google.faults.add({ path: MESSAGES, count: 10, fault: { kind: 'hang' } })
    const calls = Array.from({ length: 10 }, () => get(MESSAGES))
    await hung.triggered(10)
    const refused = await get(MESSAGES)
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { message: 'Too many concurrent requests for user', status: 'RESOURCE_EXHAUSTED' },
    ])
    expect((await createGet(google, BILAL)(MESSAGES)).status).toBe(200)
    expect((await get(CALENDARS)).status).toBe(200)
    google.faults.remove(hung.id)
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(google.ledger.maxInFlight(ADA, 'gmail')).toBe(11)
    expect(google.ledger.units(ADA)).toBe(51)
  })
})

describe('named faults', () => {
  test('use the error format of the API', async () => {
    google.faults.add({ fault: { kind: 'error', name: 'notFound' }, count: null })
    expect((await get(MESSAGES)).body.error.message).toBe('Requested entity was not found.')
    expect((await get(CALENDARS)).body.error.message).toBe('Not Found')
  })

  test.each([
    ['userRateLimitRetryAfter', 403, 'userRateLimitExceeded'],
    ['domainPolicy', 403, 'domainPolicy'],
    ['accessNotConfigured', 403, 'accessNotConfigured'],
    ['backendError', 500, 'backendError'],
    ['unavailable', 503, 'backendError'],
    ['resourceExhausted', 429, 'rateLimitExceeded'],
  ])('%s is %i %s', async (name, status, expected) => {
    google.faults.add({ fault: { kind: 'error', name } })
    const reply = await get(MESSAGES)
    expect([reply.status, reply.body.error.errors[0].reason]).toEqual([status, expected])
  })

  test('of the token endpoint use its format', async () => {
    google.faults.add({ path: '/token', fault: { kind: 'error', name: 'invalid_rapt' } })
    const response = await fetch(`${google.origin}/token`, { method: 'POST' })
    expect(await response.json()).toMatchObject({ error: 'invalid_grant', error_subtype: 'invalid_rapt' })
  })
})

describe('large mailboxes', () => {
  test('have the same content for the same seed', async () => {
    google.fillMailbox(BILAL, { count: 5_000, seed: 4 })
    const twin = await startGoogle()
    twin.fillMailbox(BILAL, { count: 5_000, seed: 4 })
    const fingerprint = (sandbox: GoogleSandbox) =>
      sandbox
        .account(BILAL)
        .mailbox.messages.all()
        .map(({ id, snippet }) => id + snippet)
        .join()
    expect(fingerprint(google)).toBe(fingerprint(twin))
    await twin.stop()
    const { body } = await createGet(google, BILAL)(MESSAGES, { maxResults: 500 })
    expect(new Set(body.messages.map(({ id }: { id: string }) => id)).size).toBe(500)
  })
})
