import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { Budget } from '../../../src/kit/budget.ts'
import { ERROR_CLASSES, toProviderError } from '../../../src/kit/vendor-errors.ts'
import { redactText } from '../../../src/runtime/redact.ts'
import { GOOGLE_ERRORS } from '../../../vendors/google/errors.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork, slowResponse } from '../../kit/network.ts'
import { mailCall, problemOf, syncEmails } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const clock = () => Date.parse('2026-01-12T09:00:00Z')

/** The error for a recorded error response to Gmail's list, without time for retries. */
async function refusal(name: string) {
  replay(`refusals/${name}`)
  return problemOf(syncEmails({}, mailCall({ clock, budget: impatient() })))
}

describe('an error of Google', () => {
  test.each([
    ['invalid-credentials', 401, 'credentials-expired'],
    ['login-required', 401, 'credentials-expired'],
    ['insufficient-scopes', 403, 'scope-required'],
    ['insufficient-scopes-in-the-newer-form', 403, 'scope-required'],
    ['metadata-scope', 403, 'scope-required'],
    ['domain-policy', 403, 'scope-required'],
    ['mail-service-not-enabled', 403, 'mailbox-unavailable'],
    ['precondition-check-failed', 503, 'vendor-error'],
    ['forbidden-with-a-status-only', 403, 'scope-required'],
    ['forbidden-without-a-reason', 403, 'scope-required'],
    ['rate-limit', 429, 'rate-limited'],
    ['quota-metric', 429, 'rate-limited'],
    ['too-many-concurrent-requests', 429, 'rate-limited'],
    ['user-rate-limit-with-an-instant', 429, 'rate-limited'],
    ['resource-exhausted-with-retry-after', 429, 'rate-limited'],
    ['calendar-usage-limits', 429, 'rate-limited'],
    ['daily-limit', 429, 'rate-limited'],
    ['not-found', 404, 'not-found'],
    ['invalid-argument', 500, 'internal-error'],
    ['api-not-enabled', 500, 'internal-error'],
    ['api-not-enabled-in-the-newer-form', 500, 'internal-error'],
    ['backend-error', 502, 'vendor-error'],
    ['unavailable-for-long', 503, 'vendor-error'],
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
    ['rate-limit', 60_000],
    ['user-rate-limit-with-an-instant', 5 * 60_000],
    ['resource-exhausted-with-retry-after', 120_000],
    ['unavailable-for-long', 600_000],
    ['calendar-usage-limits', 3_600_000],
    ['daily-limit', 3_600_000],
  ])('has the time to wait: %s', async (name, retryAfter) => {
    expect(await refusal(name)).toMatchObject({ options: { retryAfterMs: retryAfter } })
  })

  test('may contain an HTTP date', async () => {
    replay('refusals/rate-limit', { rawHeaders: { 'Retry-After': 'Mon, 12 Jan 2026 09:00:30 GMT' } })
    const problem = await problemOf(syncEmails({}, mailCall({ clock, budget: impatient() })))
    expect(problem).toMatchObject({ options: { retryAfterMs: 30_000 } })
  })

  test.each([['calendar-usage-limits'], ['daily-limit'], ['an-unlisted-refusal'], ['invalid-argument'], ['not-found']])(
    'that is permanent is not retried: %s',
    async (name) => {
      replay(`refusals/${name}`)
      const call = mailCall({ clock })
      await problemOf(syncEmails({}, call))
      expect(call.meter).toMatchObject({ calls: 1, waits: 0 })
    },
  )

  test('is retried after a wait that fits into the time budget', async () => {
    replay('refusals/resource-exhausted-with-retry-after', { rawHeaders: { 'Retry-After': '0' } })
    replay('no-mail')
    const call = mailCall({ clock })
    expect((await syncEmails({}, call)).items).toEqual([])
    expect(call.meter).toMatchObject({ calls: 2, waits: 1 })
  })

  test('in the form of a proxy is not taken for a missing permission', async () => {
    nock(API).get(/./).query(true).reply(403, '<html>Forbidden</html>')
    expect(await problemOf(syncEmails({}, mailCall({ budget: impatient() })))).toMatchObject({ status: 502 })
  })

  test('that passes is retried: a failed precondition', async () => {
    replay('refusals/precondition-check-failed')
    replay('no-mail')
    const call = mailCall({ clock })
    expect((await syncEmails({}, call)).items).toEqual([])
    expect(call.meter).toMatchObject({ calls: 2, waits: 1 })
  })

  test.each(['ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNREFUSED'])(
    'may be a connection failure: %s',
    async (code) => {
      nock(API)
        .get(/./)
        .query(true)
        .replyWithError(Object.assign(new Error('no answer'), { code }))
      const problem = await problemOf(syncEmails({}, mailCall({ budget: impatient() })))
      expect(problem).toMatchObject({ status: 502, problem: 'vendor-error', reasons: [code] })
    },
  )

  test('that exceeds the time budget is a timeout', async () => {
    const { reply, release } = slowResponse()
    nock(API).get(/./).query(true).reply(reply)
    const call = mailCall({ budget: new Budget(40) })
    expect(await problemOf(syncEmails({}, call))).toMatchObject({ status: 504, problem: 'vendor-error' })
    release()
  })

  test('that contains the token does not reveal it', async () => {
    const message = 'The token ya29.ann-access-token is strange.'
    nock(API)
      .get(/./)
      .query(true)
      .reply(400, { error: { code: 400, message, errors: [{ reason: 'strange' }] } })
    const problem = await problemOf(syncEmails())
    expect(problem.message).not.toContain('strange')
    expect(redactText(JSON.stringify(problem))).not.toContain('ann-access-token')
  })
})

describe('the error table', () => {
  const rules = GOOGLE_ERRORS.map((rule) => {
    const { at, method = '', status = '', reason = '', hint = '' } = rule
    return [[at, method, status, reason, hint].filter(Boolean).join(' '), rule] as const
  })

  test.each(rules)('decides by each of its rules: %s', (_, rule) => {
    const reasons = rule.reason ? [rule.reason] : []
    const error = toProviderError(GOOGLE_ERRORS, 'Google', {
      at: rule.at,
      status: rule.status ?? 400,
      reasons,
      hints: rule.hint ? [rule.hint] : [],
      method: rule.method ?? 'oauth',
      cause: '',
    })
    const { status, problem } =
      ERROR_CLASSES[rule.class === 'invalid-request' && rule.fault === 'hub' ? 'operator' : rule.class]
    const expectedStatus =
      rule.responseStatus ??
      (rule.class === 'unavailable' && [503, 504].includes(rule.status ?? 0) ? rule.status : status)
    expect(error).toMatchObject({ status: expectedStatus, problem, message: `${rule.sentence} ${rule.next}` })
  })

  test('has complete sentences without codes', () => {
    for (const { sentence, next } of GOOGLE_ERRORS) {
      for (const words of [sentence, next]) expect(words).toMatch(/^[A-Z].+\.$/)
      expect(sentence).not.toMatch(/\d{3}|[a-z]_[a-z]|[a-z][A-Z]/)
    }
  })

  test('never ends a connection because the token endpoint is unavailable', () => {
    for (const status of [0, 200, 408, 429, 500, 502, 503, 504]) {
      const error = toProviderError(GOOGLE_ERRORS, 'Google', { at: 'token', status, reasons: [], cause: '' })
      expect(error.problem).not.toBe('credentials-expired')
    }
  })
})

const API = 'https://gmail.googleapis.com'
