import { describe, expect, test } from '@jest/globals'
import { classifyError, classifyResponse, retryDelay } from '../../../platform/provider/attempt.ts'
import { DEFAULT_PROVIDER_OPTIONS } from '../../../platform/provider/options.ts'
import { NotConnected, ResponseTooLarge } from '../../../platform/provider/transport.ts'
import { EMPTY_PAGE } from '../sync/fixtures.ts'
import { httpResponse, problem } from '../sync/simulation/faults.ts'

const NOW = Date.UTC(2027, 0, 1)

describe('classifyResponse', () => {
  test.each([
    ['a page', EMPTY_PAGE, 'ok', 'up'],
    ['a page that is not JSON', httpResponse(200, '<html>'), 'failed', 'up'],
    ['expired credentials', problem(401, 'credentials-expired'), 'expired', 'up'],
    ['expired credentials, by their title', httpResponse(401, '{"title":"Credentials expired"}'), 'expired', 'up'],
    ['a rejected platform key', problem(401, 'unauthorized'), 'misconfigured', 'up'],
    ['a 401 of unknown origin', httpResponse(401, ''), 'misconfigured', 'up'],
    ['expired credentials with another status', problem(403, 'credentials-expired'), 'failed', 'up'],
    ['too many requests', problem(429, 'rate-limited'), 'rate-limited', 'up'],
    ['a 503 with Retry-After', problem(503, 'unavailable', '60'), 'rate-limited', 'up'],
    ['an outage', problem(503, 'unavailable'), 'failed', 'down'],
    ['an outage of the vendor', problem(502, 'vendor-error'), 'failed', 'up'],
    ['an internal error', problem(500, 'internal-error'), 'failed', 'down'],
    ['a bad request', problem(400, 'validation-error'), 'failed', 'up'],
    ['a redirect', httpResponse(302, ''), 'failed', 'up'],
  ] as const)('classifies %s', (_, response, kind, signal) => {
    const attempt = classifyResponse('email', response, NOW)
    expect([attempt.outcome.kind, attempt.signal]).toEqual([kind, signal])
  })

  test('includes the problem, with its texts truncated', () => {
    const text = JSON.stringify({ type: 'https://p.example/odd', title: 'Odd', status: 418, detail: 'x'.repeat(9_000) })
    const { outcome } = classifyResponse('email', httpResponse(418, text), NOW)
    expect(outcome).toMatchObject({ error: { type: 'https://p.example/odd', title: 'Odd', status: 418 } })
    expect('error' in outcome && outcome.error.detail).toHaveLength(500)
  })

  test.each([
    ['upsertNotes', problem(500, 'internal-error'), true],
    ['upsertNotes', httpResponse(200, ''), true],
    ['upsertNotes', problem(422, 'partial-failure'), true],
    ['upsertNotes', problem(400, 'validation-error'), false],
    ['email', problem(500, 'internal-error'), false],
  ] as const)('reports whether a failed %s may have been executed', (name, response, mayHaveHappened) => {
    expect(classifyResponse(name, response, NOW).outcome).toMatchObject({ kind: 'failed', mayHaveHappened })
  })
})

describe('classifyError', () => {
  test.each([
    [new NotConnected(), false, 'Unreachable', false, 'down'],
    [new Error('reset'), false, 'Connection lost', true, 'down'],
    [new Error('aborted'), true, 'Timeout', true, 'down'],
    [new ResponseTooLarge(), false, 'Response too large', true, 'up'],
  ] as const)(
    '%s (timed out: %s): %s; a write may have been executed: %s; the provider is %s',
    (thrown, hasTimedOut, title, mayHaveHappened, signal) => {
      const attempt = classifyError('upsertTable', thrown, hasTimedOut)
      expect(attempt).toMatchObject({ signal, outcome: { kind: 'failed', error: { title }, mayHaveHappened } })
    },
  )
})

describe('retryDelay', () => {
  const delaysAfter = (attempt: Parameters<typeof retryDelay>[0]) =>
    [0, 1, 2].map((retries) => retryDelay(attempt, retries, DEFAULT_PROVIDER_OPTIONS, () => 1))

  test.each([
    ['no response', classifyError('email', new Error(), false), [1_000, 2_000, undefined]],
    ...[429, 502, 503, 504].map(
      (status) =>
        [`${status}`, classifyResponse('email', problem(status, 'x'), NOW), [1_000, 2_000, undefined]] as const,
    ),
    ['500', classifyResponse('email', problem(500, 'x'), NOW), [1_000, undefined, undefined]],
    ...[400, 401, 403, 404, 413].map(
      (status) =>
        [`${status}`, classifyResponse('email', problem(status, 'x'), NOW), [undefined, undefined, undefined]] as const,
    ),
    [
      'a response that is too large',
      classifyError('email', new ResponseTooLarge(), false),
      [undefined, undefined, undefined],
    ],
    ['an invalid response', classifyResponse('email', httpResponse(200, ''), NOW), [undefined, undefined, undefined]],
    ['a short Retry-After', classifyResponse('email', problem(429, 'x', '20'), NOW), [20_000, 20_000, undefined]],
    ['a long Retry-After', classifyResponse('email', problem(429, 'x', '31'), NOW), [undefined, undefined, undefined]],
  ])('after %s', (_, attempt, expected) => {
    expect(delaysAfter(attempt)).toEqual(expected)
  })

  test('is random up to the backoff', () => {
    const attempt = classifyError('email', new Error(), false)
    const delays = [0, 0.5].map((random) => retryDelay(attempt, 1, DEFAULT_PROVIDER_OPTIONS, () => random))
    expect(delays).toEqual([0, 1_000])
  })
})
