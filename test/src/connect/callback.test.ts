import { describe, expect, test } from '@jest/globals'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { Browser, send } from '../http.ts'
import { PLATFORM_KEY } from '../hub.ts'
import { newAttempt, startConnecting } from './start-connecting.ts'

const STATE = 'connection-1.acme-all'

describe('GET /auth/callback', () => {
  test('registers the connection once, with exactly what the platform needs, and closes the popup', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback, connectionId } = newAttempt()
    const browser = new Browser()
    await browser.open(`${hub.url}${connect}`)
    const response = await browser.open(`${hub.url}${callback}`)
    expect(response.status).toBe(200)
    expect(response.text).toContain('is connected')
    expect(response.text).toContain('window.close()')
    expect(registered).toEqual([{ connectionId, credential: credential() }])
    expect(response.text).not.toContain('access-token-1')
    expect(browser.cookies.size).toBe(0)
  })

  test('registers the connection of the state, whatever the application returns', async () => {
    const { hub, registered } = await startConnecting({
      callback: async () => ({ connectionId: 'someone-elses', credential: credential(), extra: 1 }) as never,
    })
    const { callback, connectionId } = newAttempt()
    await send(`${hub.url}${callback}`)
    expect(registered).toEqual([{ connectionId, credential: credential() }])
  })

  test.each([
    ['no access token', credential({ accessToken: '' })],
    ['no email', credential({ email: undefined })],
    ['no profile', credential({ profile: undefined })],
    ['nothing', undefined],
  ])('registers nothing if the application returns %s', async (_name, invalid) => {
    const { hub, registered } = await startConnecting({
      callback: async ({ connectionId }) => ({ connectionId, credential: invalid as never }),
    })
    const response = await send(`${hub.url}${newAttempt().callback}`)
    expect([response.status, registered]).toEqual([500, []])
  })

  test('succeeds on another replica of the hub with the same key', async () => {
    const first = await startConnecting()
    const second = await startConnecting()
    const { connect, callback } = newAttempt()
    const browser = new Browser()
    await browser.open(`${first.hub.url}${connect}`)
    const response = await browser.open(`${second.hub.url}${callback}`)
    expect([response.status, first.registered.length, second.registered.length]).toEqual([200, 0, 1])
  })

  test('ignores HEAD, which must not change anything', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = newAttempt()
    const browser = new Browser()
    await browser.open(`${hub.url}${connect}`)
    expect((await send(`${hub.url}${callback}`, { method: 'HEAD' })).status).toBe(405)
    expect(registered).toEqual([])
    expect((await browser.open(`${hub.url}${callback}`)).status).toBe(200)
  })

  test('serves two popups of the same browser, in any order', async () => {
    const { hub, registered } = await startConnecting()
    const [first, second] = [newAttempt(), newAttempt()]
    const browser = new Browser()
    await browser.open(`${hub.url}${first.connect}`)
    await browser.open(`${hub.url}${second.connect}`)
    const responses = [
      await browser.open(`${hub.url}${second.callback}`),
      await browser.open(`${hub.url}${first.callback}`),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(registered).toHaveLength(2)
  })

  test('may be a form that the vendor posts', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, state } = newAttempt()
    const browser = new Browser()
    await browser.open(`${hub.url}${connect}`)
    const response = await browser.submit(`${hub.url}/auth/callback`, { state, code: 'posted-code-1' })
    expect([response.status, registered.length]).toEqual([200, 1])
  })

  test('reconnects an existing connection', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = newAttempt()
    const browser = new Browser()
    for (const code of ['first', 'second']) {
      await browser.open(`${hub.url}${connect}`)
      expect((await browser.open(`${hub.url}${callback}-${code}`)).status).toBe(200)
    }
    expect(registered).toHaveLength(2)
  })
})

describe('the check after the sign-in', () => {
  test('prevents the registration if a permission is missing', async () => {
    const message = 'Tick “See your calendars” and connect again.'
    const { hub, registered } = await startConnecting({ check: async () => ({ status: 'scope_required', message }) })
    const response = await send(`${hub.url}${newAttempt().callback}`)
    expect([response.status, registered]).toEqual([403, []])
    expect(response.text).toContain(message)
  })

  test('sees the new credential and the application', async () => {
    let seen: unknown
    const { hub } = await startConnecting({
      check: async (request) => {
        seen = request
        return { status: 'ok' }
      },
    })
    await send(`${hub.url}${newAttempt().callback}`)
    expect(seen).toEqual({ application: 'acme-all', credential: credential() })
  })

  test('is skipped if the application has none', async () => {
    const { check: _none, ...auth } = everything.auth as Auth<Settings>
    const { hub, registered } = await startConnecting({}, { vendors: [fixtureVendor({ auth })] })
    expect((await send(`${hub.url}${newAttempt().callback}`)).status).toBe(200)
    expect(registered).toHaveLength(1)
  })

  test('prevents the registration if it fails', async () => {
    const { hub, registered } = await startConnecting({
      check: async () => {
        throw new Error('no')
      },
    })
    expect((await send(`${hub.url}${newAttempt().callback}`)).status).toBe(500)
    expect(registered).toEqual([])
  })
})

describe('an error in the callback', () => {
  const rule = { retry: false, sentence: 'The vendor refused.', next: 'Ask your administrator.' }
  const failure = (status: number) => ({ at: 'token' as const, status, reasons: [], cause: undefined })
  const table: [string, unknown, number, string][] = [
    ['a dead code', new CredentialsExpiredError('Start again.'), 400, 'Close this window and connect again.'],
    ['a missing scope', new ProviderError(403, 'scope-required', 'Tick it.'), 403, 'as soon as that is resolved'],
    [
      'an operator’s fault',
      new VendorError({ ...rule, class: 'operator' }, failure(401)),
      500,
      'a fault of this service',
    ],
    ['a vendor that fails', new VendorError({ ...rule, class: 'unavailable' }, failure(500)), 502, 'few minutes'],
    ['a vendor at rest', new VendorError({ ...rule, class: 'unavailable' }, failure(503)), 502, 'few minutes'],
    ['a vendor too slow', new VendorError({ ...rule, class: 'unavailable' }, failure(504)), 502, 'few minutes'],
    ['a rate limit', new VendorError({ ...rule, class: 'rate-limited' }, failure(429)), 502, 'few minutes'],
    ['an unknown error', new Error('select * from secrets'), 500, 'a fault of this service'],
    ['nothing at all', undefined, 500, 'a fault of this service'],
  ]

  test.each(table)('%s is shown on a page that says what to do', async (_name, thrown, status, move) => {
    const { hub, registered } = await startConnecting({
      callback: async () => {
        throw thrown
      },
    })
    const response = await send(`${hub.url}${newAttempt().callback}`)
    expect([response.status, registered]).toEqual([status, []])
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.text).toContain(move)
    expect(response.text).toContain(`Request ID: ${response.headers['x-request-id']}`)
    expect(response.text).not.toMatch(/secrets|\bat .*\.ts/)
  })

  test('shows neither the platform’s key nor the code on the page or in the log', async () => {
    const { hub } = await startConnecting({
      callback: async ({ parameters }) => {
        throw new Error(`the code ${parameters.code} was refused`)
      },
    })
    const response = await send(`${hub.url}/auth/callback?state=${STATE}&code=a-code-nobody-may-see`)
    expect(`${response.text}${hub.log()}`).not.toContain('a-code-nobody-may-see')
    expect(`${response.text}${hub.log()}`).not.toContain(PLATFORM_KEY)
  })
})
