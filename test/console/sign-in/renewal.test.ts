import { describe, expect, test } from '@jest/globals'
import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts'
import { Renewal } from '../../../console/src/sign-in/renewal.ts'

const UNREACHABLE = new TypeError('Failed to fetch')
const REFUSED = new ErrorResponse({ error: 'invalid_grant' })

/** A renewal whose attempts fail with these errors, one after the other, and then succeed. */
function renewing(...errors: Error[]) {
  const done = Promise.withResolvers<void>()
  let ended = 0
  let attempts = 0
  const renewal = new Renewal(async () => {
    attempts += 1
    const error = errors.shift()
    if (error) throw error
    done.resolve()
  }, 1)
  renewal.onEnded(() => {
    ended += 1
    done.resolve()
  })
  return { renewal, done: done.promise, counts: () => ({ ended, attempts }) }
}

describe('a session', () => {
  test('ends when the issuer refuses to renew it', async () => {
    const { renewal, counts } = renewing(REFUSED)
    await renewal.attempt()
    expect(counts()).toEqual({ ended: 1, attempts: 1 })
  })

  test('goes on when the issuer could not be reached for a while', async () => {
    const { renewal, done, counts } = renewing(UNREACHABLE, UNREACHABLE)
    renewal.fail(UNREACHABLE)
    await done
    expect(counts()).toEqual({ ended: 0, attempts: 3 })
  })

  test.each([
    new ErrorTimeout('IFrame timed out without a response'),
    new Error('Bad Gateway (502)'),
    new Error('Service Unavailable (503): {"message":"later"}'),
    new Error('Too Many Requests (429)'),
  ])('goes on after %s', async (error) => {
    const { renewal, done, counts } = renewing(error)
    await renewal.attempt()
    await done
    expect(counts()).toEqual({ ended: 0, attempts: 2 })
  })

  test.each([
    new ErrorResponse({ error: 'login_required', error_description: 'Sign in (503)' }),
    new Error('sub in id_token does not match current sub'),
    new Error('Not Found (404)'),
  ])('ends after %s', async (error) => {
    const { renewal, counts } = renewing(error)
    await renewal.attempt()
    expect(counts()).toEqual({ ended: 1, attempts: 1 })
  })

  test('is renewed by one attempt at a time, however many failures are reported', async () => {
    const { renewal, done, counts } = renewing()
    for (let count = 0; count < 5; count += 1) renewal.fail(UNREACHABLE)
    await done
    expect(counts()).toEqual({ ended: 0, attempts: 1 })
  })

  test('ends when the issuer can be reached again and refuses', async () => {
    const { renewal, done, counts } = renewing(UNREACHABLE, REFUSED)
    renewal.fail(UNREACHABLE)
    await done
    expect(counts()).toEqual({ ended: 1, attempts: 2 })
  })

  test('tells nobody who has stopped listening', async () => {
    const { renewal, counts } = renewing(REFUSED)
    let calls = 0
    renewal.onEnded(() => {
      calls += 1
    })()
    await renewal.attempt()
    expect([calls, counts().ended]).toEqual([0, 1])
  })
})
