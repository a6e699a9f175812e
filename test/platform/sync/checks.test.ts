import { describe, expect, test } from '@jest/globals'
import type { HttpResponse } from '../../../platform/provider/transport.ts'
import { createFixture, EMPTY_PAGE, type EngineFixture, NOW, runNow } from './fixtures.ts'
import { ok, problem } from './simulation/faults.ts'

const DAY = 86_400_000

/** A connection whose check is due. A provider that rejects its credential also rejects the refresh. */
function createFixtureWith(check: () => HttpResponse, dateNextCheck = NOW, random = () => 0.5): EngineFixture {
  const fixture = createFixture({ respond: ({ path }) => (path.startsWith('/auth/') ? check() : EMPTY_PAGE), random })
  fixture.connect('mail', { syncs: ['email', 'transcription'] })
  Object.assign(stored(fixture), { dateNextCheck })
  return fixture
}

function stored({ store }: EngineFixture) {
  const connection = store.connections.get('c1')
  if (!connection) throw new Error('the fixture has no connection')
  return connection
}

async function runBoth(fixture: EngineFixture): Promise<void> {
  for (const sync of stored(fixture).syncs.values()) await runNow(fixture, sync, 1_000)
}

const checksOf = ({ calls }: EngineFixture) => calls.filter(({ path }) => path === '/auth/check').length

describe('a connection is checked', () => {
  test('when the check is due, once, and again a day later', async () => {
    const fixture = createFixtureWith(() => ok({ result: { status: 'ok', accountId: 'ada' } }))
    await runBoth(fixture)
    expect([checksOf(fixture), stored(fixture).dateNextCheck]).toEqual([1, NOW + DAY])
    const early = createFixtureWith(() => ok({ result: { status: 'ok' } }), NOW + 1_000_000)
    await runBoth(early)
    expect(checksOf(early)).toBe(0)
  })

  test('at once when the next check is further ahead than any: the clock was wrong', async () => {
    const fixture = createFixtureWith(() => ok({ result: { status: 'ok' } }), NOW + 400 * DAY)
    await runBoth(fixture)
    expect([checksOf(fixture), stored(fixture).dateNextCheck]).toEqual([1, NOW + DAY])
  })

  test.each([
    [0, 0.9],
    [1, 1.1],
  ])('at random times: the random number %i gives %i days', async (random, days) => {
    const fixture = createFixtureWith(
      () => ok({ result: { status: 'ok' } }),
      NOW,
      () => random,
    )
    await runBoth(fixture)
    expect(stored(fixture).dateNextCheck).toBe(NOW + days * DAY)
  })

  test('again after its user has signed in during a check, whose result is not saved', async () => {
    const results: object[] = [{ status: 'scope_required', message: 'Mail is missing.' }, { status: 'ok' }]
    const fixture = createFixtureWith(() => {
      const isFirst = results.length === 2
      const { store } = fixture
      if (isFirst) store.reconnect(stored(fixture), stored(fixture).credential, ({ state }) => state, NOW)
      return ok({ result: results.shift() })
    })
    await runBoth(fixture)
    expect([checksOf(fixture), stored(fixture).dateNextCheck]).toEqual([2, NOW + 1_000 + DAY])
    expect(stored(fixture)).not.toHaveProperty('scopeMessage')
  })

  test('and its syncs continue when a permission is missing, which is saved until it is granted', async () => {
    let result: object = { status: 'scope_required', message: 'Mail is missing.' }
    const fixture = createFixtureWith(() => ok({ result }))
    await runBoth(fixture)
    expect(stored(fixture)).toMatchObject({ status: 'active', scopeMessage: 'Mail is missing.' })
    expect(fixture.calls.map(({ path }) => path)).toContain('/sync/email')
    result = { status: 'ok' }
    await fixture.clock.advance(DAY)
    await runBoth(fixture)
    expect(stored(fixture)).not.toHaveProperty('scopeMessage')
  })

  test('and remembers the end of a connection that is limited in time, three days before it', async () => {
    const fixture = createFixtureWith(() => ok({ result: { status: 'ok' } }))
    const dateRefreshExpiry = NOW + 4 * DAY
    stored(fixture).credential = { ...stored(fixture).credential, dateRefreshExpiry }
    await runBoth(fixture)
    expect(stored(fixture)).not.toHaveProperty('dateConnectionEnd')
    await fixture.clock.advance(DAY + 1)
    await runBoth(fixture)
    expect(stored(fixture)).toMatchObject({ dateConnectionEnd: dateRefreshExpiry })
  })

  test('and remembers the end of the certificate of a key, thirty days before it', async () => {
    const fixture = createFixtureWith(() => ok({ result: { status: 'ok' } }))
    const dateCertificateEnd = NOW + 31 * DAY
    stored(fixture).credential = { ...stored(fixture).credential, profile: { method: 'key', dateCertificateEnd } }
    await runBoth(fixture)
    expect(stored(fixture)).not.toHaveProperty('dateConnectionEnd')
    await fixture.clock.advance(DAY + 1)
    await runBoth(fixture)
    expect(stored(fixture)).toMatchObject({ dateConnectionEnd: dateCertificateEnd })
  })

  test('and stops when the vendor rejects its credentials', async () => {
    const fixture = createFixtureWith(() => problem(401, 'credentials-expired'))
    await runBoth(fixture)
    expect(stored(fixture).status).toBe('reconnect_required')
    expect(fixture.calls.map(({ path }) => path)).not.toContain('/sync/email')
  })

  test('no more often by a provider without that route', async () => {
    const fixture = createFixtureWith(() => problem(404, 'not-found'))
    await runBoth(fixture)
    expect([checksOf(fixture), stored(fixture).dateNextCheck]).toEqual([1, NOW + DAY])
  })

  test('an hour later after a failure, which does not change the saved result', async () => {
    const fixture = createFixtureWith(() => problem(400, 'validation-error'))
    Object.assign(stored(fixture), { scopeMessage: 'Mail is missing.' })
    await runBoth(fixture)
    expect([checksOf(fixture), stored(fixture).scopeMessage]).toEqual([1, 'Mail is missing.'])
    await fixture.clock.advance(3_600_000)
    await runBoth(fixture)
    expect(checksOf(fixture)).toBe(2)
  })
})
