import { describe, expect, test } from '@jest/globals'
import { createFixture, EMPTY_PAGE, type EngineFixture, PROVIDER } from '../sync/fixtures.ts'
import { problem } from '../sync/simulation/faults.ts'

const MINUTE = 60_000

/** The last result of each check of the first provider, a minute apart. */
async function checkWith(...responses: Parameters<typeof problem>[]) {
  let index = 0
  const fixture: EngineFixture = createFixture({
    respond: ({ path, request }) => {
      if (path !== '/auth/check' || !request.url.startsWith(PROVIDER)) return EMPTY_PAGE
      const response = responses[Math.min(index, responses.length - 1)]
      index += 1
      return response ? problem(...response) : EMPTY_PAGE
    },
  })
  const rejected: boolean[] = []
  fixture.engine.keyChecks.start()
  for (const _ of responses) {
    await fixture.clock.advance(MINUTE - 1)
    rejected.push(fixture.engine.keyChecks.isRejected)
    await fixture.clock.advance(1)
  }
  await fixture.engine.keyChecks.stop()
  const events = fixture.events.flatMap((event) =>
    event.type === 'key-checked' && event.providerUrl === PROVIDER ? [event.accepted] : [],
  )
  return { rejected, events, calls: fixture.calls }
}

describe('the platform key', () => {
  test('is checked at the start and every minute, without a credential', async () => {
    const { rejected, events, calls } = await checkWith([400, 'validation-error'], [400, 'validation-error'])
    expect([rejected, events.slice(0, 2)]).toEqual([
      [false, false],
      [true, true],
    ])
    expect(calls.find(({ path }) => path === '/auth/check')?.body).toEqual({})
  })

  test('that a provider rejects is noticed, and so is its acceptance', async () => {
    const { rejected } = await checkWith([401, 'unauthorized'], [400, 'validation-error'])
    expect(rejected).toEqual([true, false])
  })

  test('is not rejected by a provider that fails, and remains so until the provider accepts it', async () => {
    const { rejected } = await checkWith([404, 'not-found'], [401, 'unauthorized'], [404, 'not-found'])
    expect(rejected).toEqual([false, true, false])
    const { rejected: whileDown } = await checkWith([401, 'unauthorized'], [500, 'internal-error'])
    expect(whileDown).toEqual([true, true])
  })
})
