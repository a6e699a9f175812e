import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { Budget } from '../../../src/kit/budget.ts'
import { ERROR_CLASSES, toProviderError } from '../../../src/kit/vendor-errors.ts'
import { redactText } from '../../../src/runtime/redact.ts'
import { createClient } from '../../../vendors/salesforce/api/client.ts'
import { path } from '../../../vendors/salesforce/api/path.ts'
import { SALESFORCE_ERRORS } from '../../../vendors/salesforce/errors.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork, slowResponse } from '../../kit/network.ts'
import { aCall, aCredential, DATA, INSTANCE, problemOf } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const clock = () => Date.parse('2026-01-12T09:00:00Z')

function request(call = aCall({ clock, budget: impatient() })): Promise<object> {
  return createClient(aCredential(), call, '#/credential').request({ path: path`/sobjects` })
}

describe('an error of Salesforce', () => {
  test.each([
    ['session-expired', 401, 'credentials-expired'],
    ['session-not-for-this-api', 401, 'credentials-expired'],
    ['bad-oauth-token', 401, 'credentials-expired'],
    ['api-disabled-for-the-org', 403, 'scope-required'],
    ['api-disabled-for-the-user', 403, 'scope-required'],
    ['insufficient-access', 403, 'scope-required'],
    ['security-policy', 403, 'scope-required'],
    ['calls-of-the-day-used-up', 429, 'rate-limited'],
    ['too-many-long-calls', 429, 'rate-limited'],
    ['too-many-requests', 429, 'rate-limited'],
    ['not-found', 404, 'not-found'],
    ['object-not-supported', 404, 'not-found'],
    ['entity-is-deleted', 404, 'not-found'],
    ['no-such-column', 403, 'scope-required'],
    ['a-list-of-two-errors', 400, 'validation-error'],
    ['query-took-too-long', 502, 'vendor-error'],
    ['row-is-locked', 502, 'vendor-error'],
    ['server-too-busy', 503, 'vendor-error'],
    ['a-page-of-html', 503, 'vendor-error'],
    ['edge-not-ready', 502, 'vendor-error'],
    ['not-acceptable', 502, 'vendor-error'],
    ['a-bad-gateway', 502, 'vendor-error'],
    ['an-address-that-is-too-long', 502, 'vendor-error'],
    ['an-unlisted-refusal', 502, 'vendor-error'],
    ['a-sign-in-page-with-200', 502, 'vendor-error'],
    ['half-an-answer', 502, 'vendor-error'],
    ['a-redirect', 502, 'vendor-error'],
  ])('is classified: %s → %i %s', async (name, status, problem) => {
    replay(`refusals/${name}`)
    expect(await problemOf(request())).toMatchObject({ status, problem })
  })

  test.each([
    ['calls-of-the-day-used-up', 3_600_000],
    ['too-many-requests', 120_000],
    ['too-many-long-calls', 60_000],
  ])('has the time to wait: %s', async (name, retryAfter) => {
    replay(`refusals/${name}`)
    const { options } = (await problemOf(request())) as { options: { retryAfterMs: number } }
    expect(options.retryAfterMs).toBe(retryAfter)
  })

  test.each([['calls-of-the-day-used-up'], ['not-found'], ['no-such-column'], ['query-took-too-long'], ['a-redirect']])(
    'that is permanent is not retried: %s',
    async (name) => {
      replay(`refusals/${name}`)
      const call = aCall({ clock, budget: name === 'a-redirect' ? impatient() : new Budget(60_000) })
      await problemOf(request(call))
      expect(call.meter).toMatchObject({ calls: 1, waits: 0 })
    },
  )

  test.each(['ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNREFUSED'])(
    'may be a connection failure: %s',
    async (code) => {
      nock(INSTANCE)
        .get(`${DATA}/sobjects`)
        .replyWithError(Object.assign(new Error('no answer'), { code }))
      expect(await problemOf(request())).toMatchObject({ status: 502, problem: 'vendor-error' })
    },
  )

  test('that exceeds the time budget is a timeout', async () => {
    const { reply, release } = slowResponse()
    nock(INSTANCE).get(`${DATA}/sobjects`).reply(reply)
    expect(await problemOf(request(aCall({ budget: new Budget(40) })))).toMatchObject({ status: 504 })
    release()
  })

  test('that contains the token does not reveal it', async () => {
    const credential = aCredential()
    nock(INSTANCE)
      .get(`${DATA}/sobjects`)
      .reply(400, [{ errorCode: 'STRANGE', message: `The session ${credential.accessToken} is strange.` }])
    const problem = await problemOf(createClient(credential, aCall(), '#').request({ path: path`/sobjects` }))
    expect(problem.message).not.toContain('strange')
    expect(redactText(JSON.stringify(problem))).not.toContain('ann-access-token')
  })
})

describe('the error table', () => {
  const lines = SALESFORCE_ERRORS.map(
    (rule) =>
      [`${rule.at} ${rule.method ?? ''} ${rule.status ?? ''} ${rule.reason ?? ''} ${rule.hint ?? ''}`, rule] as const,
  )

  test.each(lines)('decides by each of its rules: %s', (_, rule) => {
    const error = toProviderError(SALESFORCE_ERRORS, 'Salesforce', {
      at: rule.at,
      status: rule.status ?? 400,
      reasons: rule.reason ? [rule.reason] : [],
      hints: rule.hint ? [rule.hint] : [],
      method: rule.method ?? 'oauth',
      cause: '',
    })
    const { status, problem } = ERROR_CLASSES[rule.class]
    const expectedStatus = rule.class === 'unavailable' && [503, 504].includes(rule.status ?? 0) ? rule.status : status
    expect(error).toMatchObject({ status: expectedStatus, problem, message: `${rule.sentence} ${rule.next}` })
  })

  test('has complete sentences without codes', () => {
    for (const { sentence, next } of SALESFORCE_ERRORS) {
      for (const words of [sentence, next]) expect(words).toMatch(/^[A-Z].+\.$/)
      expect(sentence).not.toMatch(/\d{3}|[a-z]_[a-z]|[a-z][A-Z]/)
    }
  })

  test('never ends a connection because the token endpoint is unavailable', () => {
    for (const status of [0, 200, 408, 429, 500, 502, 503, 504]) {
      const error = toProviderError(SALESFORCE_ERRORS, 'Salesforce', { at: 'token', status, reasons: [], cause: '' })
      expect(error.problem).not.toBe('credentials-expired')
    }
  })
})
