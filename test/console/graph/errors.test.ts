import { describe, expect, test } from '@jest/globals'
import { describeError } from '../../../console/src/graph/errors.ts'
import { GraphRequestError, SignInRequired } from '../../../platform/client/index.ts'

function graphError(code: string, message = 'The sentence of the platform.', retryAfterMs?: number): GraphRequestError {
  return new GraphRequestError({ errors: [{ code, message, requestId: 'r-1', extensions: {} }], retryAfterMs })
}

describe('an error', () => {
  test.each([
    ['NOT_FOUND', 'missing', 'none'],
    ['FORBIDDEN', 'forbidden', 'none'],
    ['UNREACHABLE', 'offline', 'retry'],
    ['RATE_LIMITED', 'busy', 'retry'],
    ['TIMEOUT', 'busy', 'retry'],
    ['SERVICE_UNAVAILABLE', 'busy', 'retry'],
    ['BAD_USER_INPUT', 'invalid', 'none'],
    ['UNAUTHENTICATED_TOKEN_EXPIRED', 'signed-out', 'sign-in'],
    ['INTERNAL_SERVER_ERROR', 'failed', 'retry'],
    ['A_CODE_OF_THE_FUTURE', 'failed', 'retry'],
  ])('with the code %s is %s, and the button does: %s', (code, kind, action) => {
    expect(describeError(graphError(code))).toMatchObject({ kind, action })
  })

  test('has the sentence of the platform where the console knows no better one', () => {
    expect(describeError(graphError('BAD_USER_INPUT', 'title must not be empty.')).detail).toBe(
      'title must not be empty.',
    )
    expect(describeError(graphError('NOT_FOUND', 'No such block.')).detail).toMatch(/sharing it with you/)
  })

  test('names the request, and how long to wait', () => {
    expect(describeError(graphError('RATE_LIMITED', '', 2_000))).toMatchObject({
      requestId: 'r-1',
      retryAfterMs: 2_000,
    })
  })

  test('of a session that has ended asks to sign in', () => {
    expect(describeError(new SignInRequired())).toMatchObject({ kind: 'signed-out', action: 'sign-in' })
  })

  test.each([
    [new Error('The script failed.'), 'The script failed.'],
    ['a text', 'An unknown error occurred.'],
  ])('of the console itself is told too: %s', (error, detail) =>
    expect(describeError(error)).toMatchObject({ kind: 'failed', detail }),
  )
})
