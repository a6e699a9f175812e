import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { ERROR_CLASSES, toProviderError } from '../../../src/kit/vendor-errors.ts'
import { MICROSOFT_ERRORS } from '../../../vendors/microsoft/errors.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork } from '../../kit/network.ts'
import { mailCall, problemOf, syncEmails } from './builders.ts'
import { FOLDERS, GRAPH, replay, serveFolders } from './recordings.ts'

cutNetwork()

const clock = () => Date.parse('2026-01-12T09:00:00Z')

/** The error for a recorded error response to the list of messages, without time for retries. */
async function refusal(name: string) {
  replay(`refusals/${name}`)
  return problemOf(syncEmails({}, mailCall({ clock, budget: impatient() })))
}

describe('an error of Microsoft', () => {
  test.each([
    ['token-expired', 401, 'credentials-expired'],
    ['token-malformed', 401, 'credentials-expired'],
    ['an-empty-401', 401, 'credentials-expired'],
    ['a-challenge-of-access-evaluation', 401, 'credentials-expired'],
    ['access-denied', 403, 'scope-required'],
    ['insufficient-privileges', 403, 'scope-required'],
    ['mailbox-on-premises', 403, 'mailbox-unavailable'],
    ['mailbox-not-supported', 403, 'mailbox-unavailable'],
    ['mailbox-not-discovered', 403, 'mailbox-unavailable'],
    ['mailbox-does-not-exist', 403, 'mailbox-unavailable'],
    ['mailbox-without-licence', 403, 'mailbox-unavailable'],
    ['mailbox-disabled', 403, 'mailbox-unavailable'],
    ['mailbox-code-inside', 403, 'mailbox-unavailable'],
    ['too-many-at-once', 429, 'rate-limited'],
    ['too-many-requests', 429, 'rate-limited'],
    ['not-found', 404, 'not-found'],
    ['inefficient-filter', 500, 'internal-error'],
    ['an-error-without-a-code', 500, 'internal-error'],
    ['internal-error', 502, 'vendor-error'],
    ['an-unknown-error', 503, 'vendor-error'],
    ['a-page-of-html', 502, 'vendor-error'],
    ['an-unlisted-refusal', 502, 'vendor-error'],
    ['half-an-answer', 502, 'vendor-error'],
    ['a-sign-in-page-with-200', 502, 'vendor-error'],
    ['a-list-instead-of-an-object', 502, 'vendor-error'],
    ['messages-that-are-no-list', 502, 'vendor-error'],
  ])('is classified: %s → %i %s', async (name, status, problem) => {
    expect(await refusal(name)).toMatchObject({ status, problem })
  })

  test.each([
    ['too-many-at-once', 10_000],
    ['too-many-requests', 120_000],
    ['an-unknown-error', 600_000],
  ])('has the time to wait: %s', async (name, retryAfter) => {
    expect(await refusal(name)).toMatchObject({ options: { retryAfterMs: retryAfter } })
  })

  test.each([
    ['mailbox-on-premises'],
    ['inefficient-filter'],
    ['access-denied'],
    ['an-unlisted-refusal'],
    ['not-found'],
  ])('that is permanent is not retried: %s', async (name) => {
    replay(`refusals/${name}`)
    const call = mailCall({ clock })
    await problemOf(syncEmails({}, call))
    expect(call.meter).toMatchObject({ calls: FOLDERS.length + 1, waits: 0 })
  })

  test('is retried after a wait that fits into the time budget', async () => {
    serveFolders()
    nock(GRAPH)
      .get('/v1.0/me/messages')
      .query(true)
      .reply(429, { error: { code: 'TooManyRequests' } }, { 'Retry-After': '0' })
    nock(GRAPH).get('/v1.0/me/messages').query(true).reply(200, { value: [] })
    const call = mailCall({ clock })
    expect((await syncEmails({}, call)).items).toEqual([])
    expect(call.meter).toMatchObject({ calls: FOLDERS.length + 2, waits: 1 })
  })

  test.each(['ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNREFUSED'])(
    'may be a connection failure: %s',
    async (code) => {
      nock(GRAPH)
        .get(/./)
        .query(true)
        .times(3)
        .replyWithError(Object.assign(new Error('no answer'), { code }))
      const problem = await problemOf(syncEmails({}, mailCall({ budget: impatient() })))
      expect(problem).toMatchObject({ status: 502, problem: 'vendor-error' })
    },
  )

  test('never contains the token of the request', async () => {
    for (const name of ['internal-error', 'token-expired', 'a-page-of-html']) {
      const problem = await refusal(name)
      expect(JSON.stringify([problem, problem.message, (problem as { cause?: unknown }).cause])).not.toContain('EwB4')
    }
  })

  test('contains the request id that Microsoft’s support requires', async () => {
    serveFolders()
    nock(GRAPH)
      .get('/v1.0/me/messages')
      .query(true)
      .reply(500, { error: { code: 'UnknownError' } }, { 'request-id': 'r-1' })
    const problem = await problemOf(syncEmails({}, mailCall({ budget: impatient() })))
    expect(problem).toMatchObject({ options: { cause: { requestId: 'r-1', reasons: ['UnknownError'] } } })
  })
})

describe('the error table', () => {
  const lines = MICROSOFT_ERRORS.map(
    (rule) => [[rule.at, rule.status, rule.reason, rule.method, rule.hint].join(' '), rule] as const,
  )

  test.each(lines)('decides by each of its rules: %s', (_, rule) => {
    const reasons = rule.reason ? [rule.reason] : []
    const hints = rule.hint ? [rule.hint] : []
    const method = rule.method ?? 'oauth'
    const failure = { at: rule.at, status: rule.status ?? 400, reasons, hints, method, cause: '' }
    const error = toProviderError(MICROSOFT_ERRORS, 'Microsoft', failure)
    const { status, problem } =
      ERROR_CLASSES[rule.class === 'invalid-request' && rule.fault === 'hub' ? 'operator' : rule.class]
    const expectedStatus = rule.class === 'unavailable' && [503, 504].includes(rule.status ?? 0) ? rule.status : status
    expect(error).toMatchObject({ status: expectedStatus, problem, message: `${rule.sentence} ${rule.next}` })
  })

  test('never lets a hint decide more than the sentence', () => {
    for (const { hint, at, reason, method, ...rule } of MICROSOFT_ERRORS) {
      if (!hint) continue
      expect(hint).toMatch(/^AADSTS\d+( expired)?$/)
      const decidingRule = MICROSOFT_ERRORS.find(
        (candidate) =>
          candidate.at === at && candidate.reason === reason && candidate.method === method && !candidate.hint,
      )
      expect(decidingRule).toMatchObject({ class: rule.class, retry: rule.retry })
    }
  })

  test('has complete sentences without codes', () => {
    for (const { sentence, next } of MICROSOFT_ERRORS) {
      for (const words of [sentence, next]) expect(words).toMatch(/^[A-Z].+\.$/)
      expect(sentence).not.toMatch(/\d{3}|[a-z]_[a-z]|[a-z][A-Z]/)
    }
  })

  test('never ends a connection because the token endpoint is unavailable', () => {
    for (const status of [0, 200, 408, 429, 500, 502, 503, 504]) {
      for (const reasons of [[], ['temporarily_unavailable'], ['server_error']]) {
        const error = toProviderError(MICROSOFT_ERRORS, 'Microsoft', { at: 'token', status, reasons, cause: '' })
        expect(error.problem).not.toBe('credentials-expired')
      }
    }
  })
})
