import { describe, expect, test } from '@jest/globals'
import { CredentialsExpiredError } from '../../../src/kit/errors.ts'
import { type ErrorRule, toProviderError, VendorError, type VendorFailure } from '../../../src/kit/vendor-errors.ts'

const rule = (changes: Partial<ErrorRule>): ErrorRule => ({
  at: 'api',
  class: 'unavailable',
  retry: false,
  fault: 'vendor',
  sentence: 'It broke.',
  next: 'Wait.',
  ...changes,
})
const failure = (changes: Partial<VendorFailure>): VendorFailure => ({
  at: 'api',
  status: 500,
  reasons: [],
  cause: undefined,
  ...changes,
})

const RULES = [
  rule({ status: 403, class: 'scope-required', sentence: 'by status' }),
  rule({ reason: 'quota', class: 'rate-limited', sentence: 'by reason' }),
  rule({ reason: 'quota', status: 403, class: 'rate-limited', sentence: 'by both' }),
  rule({ status: 401, class: 'credentials-expired', sentence: 'dead' }),
  rule({
    at: 'token',
    reason: 'invalid_grant',
    class: 'credentials-expired',
    recoverable: true,
    sentence: 'dead token',
  }),
]

describe('the rule for a vendor’s failure', () => {
  test.each([
    [failure({ status: 403, reasons: ['quota'] }), 'by both'],
    [failure({ status: 429, reasons: ['other', 'quota'] }), 'by reason'],
    [failure({ status: 403, reasons: ['unknown'] }), 'by status'],
    [failure({ status: 403 }), 'by status'],
  ])('of %j is the one %s', (vendorFailure, sentence) => {
    expect(toProviderError(RULES, 'Acme', vendorFailure).message).toBe(`${sentence} Wait.`)
  })

  test('is searched only for the place of the failure', () => {
    expect(toProviderError(RULES, 'Acme', failure({ at: 'token', status: 401 }))).not.toBeInstanceOf(
      CredentialsExpiredError,
    )
    const token = toProviderError(RULES, 'Acme', failure({ at: 'token', status: 400, reasons: ['invalid_grant'] }))
    expect(token).toMatchObject({ status: 401, recoverable: true })
  })
})

describe('a failure without a rule', () => {
  test.each([
    [0, 502, true],
    [200, 502, true],
    [500, 502, true],
    [502, 502, true],
    [503, 503, true],
    [504, 504, true],
    [400, 502, false],
    [404, 502, false],
    [418, 502, false],
  ])('with status %d becomes a %d and is retryable: %s', (status, expected, retry) => {
    const error = toProviderError(RULES, 'Acme', failure({ status, reasons: ['strange'] }))
    expect(error).toBeInstanceOf(VendorError)
    expect(error).toMatchObject({ status: expected, problem: 'vendor-error', retry })
    expect(error.message).toContain('Acme')
  })

  test('shows a reason that is a code, and no other text', () => {
    const messageOf = (...reasons: string[]) => toProviderError([], 'Acme', failure({ status: 400, reasons })).message
    expect(messageOf('quota_exceeded')).toContain('quota_exceeded')
    expect(messageOf('Call us at 555')).not.toContain('555')
    expect(messageOf('x'.repeat(65))).not.toContain('xxx')
    expect(messageOf('<b>', 'code')).toContain('code')
  })
})

describe('a hint of a vendor', () => {
  const hinted = [
    ...RULES,
    rule({ reason: 'quota', hint: '77', class: 'operator', retry: true, sentence: 'by hint' }),
    rule({ at: 'token', reason: 'quota', hint: '78', class: 'operator', sentence: 'elsewhere' }),
  ]
  const convert = (members: Partial<VendorFailure>) =>
    toProviderError(hinted, 'Acme', failure({ status: 429, ...members }))

  test('replaces the text of the matched rule, and nothing else', () => {
    const error = convert({ reasons: ['quota'], hints: ['1', '77'] })
    expect(error).toMatchObject({ message: 'by hint Wait.', status: 429, problem: 'rate-limited', retry: false })
  })

  test.each([
    ['of another reason', { reasons: ['other'], hints: ['77'] }],
    ['that no rule has', { reasons: ['quota'], hints: ['76'] }],
    ['from another place', { reasons: ['quota'], hints: ['78'] }],
    ['without any hint', { reasons: ['quota'] }],
  ])('%s changes nothing', (_, members) => {
    expect(convert(members).message).not.toMatch(/by hint|elsewhere/)
  })
})

describe('a request that the vendor rejects', () => {
  const RULE = { status: 400, class: 'invalid-request' } as const

  test('is an internal error if the hub made it, because the caller cannot correct it', () => {
    const error = toProviderError([rule({ ...RULE, fault: 'hub' })], 'Acme', failure({ status: 400 }))
    expect([error.status, error.problem, (error as VendorError).class]).toEqual([
      500,
      'internal-error',
      'invalid-request',
    ])
  })

  test('is a validation error if the user caused it', () => {
    const error = toProviderError([rule({ ...RULE, fault: 'user' })], 'Acme', failure({ status: 400 }))
    expect([error.status, error.problem]).toEqual([400, 'validation-error'])
  })
})
