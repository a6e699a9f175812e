import { describe, expect, test } from '@jest/globals'
import { judgeAnswer, judgeSilence, waitBeforeRetry } from '../../../platform/provider/attempt.ts'
import { CALL_RULES } from '../../../platform/provider/options.ts'
import { readRetryAfter } from '../../../platform/provider/retry-after.ts'
import { AnswerTooLarge, NotConnected } from '../../../platform/provider/transport.ts'
import { answer, problem } from '../sync/simulation/faults.ts'
import { PAGE_OF_NOTHING } from '../sync/stage.ts'

const NOW = Date.UTC(2027, 0, 1)

describe('an answer means', () => {
  test.each([
    ['a page', PAGE_OF_NOTHING, 'ok', 'up'],
    ['a page that is none', answer(200, '<html>'), 'failed', 'up'],
    ['dead credentials', problem(401, 'credentials-expired'), 'expired', 'up'],
    ['dead credentials, by their title', answer(401, '{"title":"Credentials expired"}'), 'expired', 'up'],
    ['a refused platform key', problem(401, 'unauthorized'), 'misconfigured', 'up'],
    ['a 401 of who knows whom', answer(401, ''), 'misconfigured', 'up'],
    ['dead credentials under another status', problem(403, 'credentials-expired'), 'failed', 'up'],
    ['too many requests', problem(429, 'rate-limited'), 'wait', 'up'],
    ['a pause', problem(503, 'unavailable', '60'), 'wait', 'up'],
    ['an outage', problem(503, 'unavailable'), 'failed', 'down'],
    ['an outage of the vendor', problem(502, 'vendor-error'), 'failed', 'up'],
    ['a fault', problem(500, 'internal-error'), 'failed', 'down'],
    ['a bad request', problem(400, 'validation-error'), 'failed', 'up'],
    ['another place', answer(302, ''), 'failed', 'up'],
  ] as const)('%s', (_, given, kind, verdict) => {
    const attempt = judgeAnswer('email', given, NOW)
    expect([attempt.outcome.kind, attempt.verdict]).toEqual([kind, verdict])
  })

  test('what its problem says, and not more of it than people can read', () => {
    const text = JSON.stringify({ type: 'https://p.example/odd', title: 'Odd', status: 418, detail: 'x'.repeat(9_000) })
    const { outcome } = judgeAnswer('email', answer(418, text), NOW)
    expect(outcome).toMatchObject({ error: { type: 'https://p.example/odd', title: 'Odd', status: 418 } })
    expect('error' in outcome && outcome.error.detail).toHaveLength(500)
  })

  test.each([
    ['upsertNotes', problem(500, 'internal-error'), true],
    ['upsertNotes', answer(200, ''), true],
    ['upsertNotes', problem(422, 'partial-failure'), true],
    ['upsertNotes', problem(400, 'validation-error'), false],
    ['email', problem(500, 'internal-error'), false],
  ] as const)('of %s, that it may have been done all the same', (name, given, mayHaveHappened) => {
    expect(judgeAnswer(name, given, NOW).outcome).toMatchObject({ kind: 'failed', mayHaveHappened })
  })
})

describe('silence means', () => {
  test.each([
    [new NotConnected(), false, 'Unreachable', false, 'down'],
    [new Error('reset'), false, 'Connection lost', true, 'down'],
    [new Error('aborted'), true, 'Time-out', true, 'down'],
    [new AnswerTooLarge(), false, 'Answer too large', true, 'up'],
  ] as const)(
    '%s (time-out: %s): %s, and of a write that it may have been done: %s; the provider is %s',
    (thrown, isTimeOut, title, mayHaveHappened, verdict) => {
      const attempt = judgeSilence('upsertTable', thrown, isTimeOut)
      expect(attempt).toMatchObject({ verdict, outcome: { kind: 'failed', error: { title }, mayHaveHappened } })
    },
  )
})

describe('another try', () => {
  const waits = (given: Parameters<typeof waitBeforeRetry>[0]) =>
    [0, 1, 2].map((retries) => waitBeforeRetry(given, retries, CALL_RULES.retry, () => 1))

  test.each([
    ['no answer', judgeSilence('email', new Error(), false), [1_000, 2_000, undefined]],
    ...[429, 502, 503, 504].map(
      (status) => [`${status}`, judgeAnswer('email', problem(status, 'x'), NOW), [1_000, 2_000, undefined]] as const,
    ),
    ['500', judgeAnswer('email', problem(500, 'x'), NOW), [1_000, undefined, undefined]],
    ...[400, 401, 403, 404, 413].map(
      (status) =>
        [`${status}`, judgeAnswer('email', problem(status, 'x'), NOW), [undefined, undefined, undefined]] as const,
    ),
    [
      'an answer that is too large',
      judgeSilence('email', new AnswerTooLarge(), false),
      [undefined, undefined, undefined],
    ],
    ['an unreadable answer', judgeAnswer('email', answer(200, ''), NOW), [undefined, undefined, undefined]],
    [
      'a short pause that was asked for',
      judgeAnswer('email', problem(429, 'x', '20'), NOW),
      [20_000, 20_000, undefined],
    ],
    ['a long one', judgeAnswer('email', problem(429, 'x', '31'), NOW), [undefined, undefined, undefined]],
  ])('after %s', (_, attempt, expected) => {
    expect(waits(attempt)).toEqual(expected)
  })

  test('comes at any time up to its wait', () => {
    const attempt = judgeSilence('email', new Error(), false)
    expect([0, 0.5].map((chance) => waitBeforeRetry(attempt, 1, CALL_RULES.retry, () => chance))).toEqual([0, 1_000])
  })
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 01 Jan 2027 00:01:00 GMT', 60_000],
  ['Thu, 31 Dec 2026 23:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected)
})
