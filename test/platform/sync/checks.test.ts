import { describe, expect, test } from '@jest/globals'
import type { HttpAnswer } from '../../../platform/provider/transport.ts'
import { ok, problem } from './simulation/faults.ts'
import { NOW, PAGE_OF_NOTHING, runNow, type Stage, setStage } from './stage.ts'

const DAY = 86_400_000

/** A connection that is to be checked with its next run. What refuses its credentials refuses to renew them. */
function stageWith(check: () => HttpAnswer, dateNextCheck = NOW, random = () => 0.5): Stage {
  const stage = setStage({ answer: ({ path }) => (path.startsWith('/auth/') ? check() : PAGE_OF_NOTHING), random })
  stage.connect('mail', { syncs: ['email', 'transcription'] })
  Object.assign(stored(stage), { dateNextCheck })
  return stage
}

function stored({ store }: Stage) {
  const connection = store.connections.get('c1')
  if (!connection) throw new Error('the stage has a connection')
  return connection
}

async function runBoth(stage: Stage): Promise<void> {
  for (const sync of stored(stage).syncs.values()) await runNow(stage, sync, 1_000)
}

const checksOf = ({ calls }: Stage) => calls.filter(({ path }) => path === '/auth/check').length

describe('a connection is checked', () => {
  test('when it is time, once, and again a day later', async () => {
    const stage = stageWith(() => ok({ result: { status: 'ok', accountId: 'ada' } }))
    await runBoth(stage)
    expect([checksOf(stage), stored(stage).dateNextCheck]).toEqual([1, NOW + DAY])
    const early = stageWith(() => ok({ result: { status: 'ok' } }), NOW + 1_000_000)
    await runBoth(early)
    expect(checksOf(early)).toBe(0)
  })

  test.each([
    [0, 0.9],
    [1, 1.1],
  ])('not all at the same time of day: chance %i makes it %i days', async (chance, days) => {
    const stage = stageWith(
      () => ok({ result: { status: 'ok' } }),
      NOW,
      () => chance,
    )
    await runBoth(stage)
    expect(stored(stage).dateNextCheck).toBe(NOW + days * DAY)
  })

  test('and goes on when a permission is missing, which is noted until it is there', async () => {
    let result: object = { status: 'scope_required', message: 'Mail is missing.' }
    const stage = stageWith(() => ok({ result }))
    await runBoth(stage)
    expect(stored(stage)).toMatchObject({ status: 'active', scopeMessage: 'Mail is missing.' })
    expect(stage.calls.map(({ path }) => path)).toContain('/sync/email')
    result = { status: 'ok' }
    await stage.clock.pass(DAY)
    await runBoth(stage)
    expect(stored(stage)).not.toHaveProperty('scopeMessage')
  })

  test('and stops when the vendor refuses its credentials', async () => {
    const stage = stageWith(() => problem(401, 'credentials-expired'))
    await runBoth(stage)
    expect(stored(stage).status).toBe('reconnect_required')
    expect(stage.calls.map(({ path }) => path)).not.toContain('/sync/email')
  })

  test('by a provider without that route no more than any other', async () => {
    const stage = stageWith(() => problem(404, 'not-found'))
    await runBoth(stage)
    expect([checksOf(stage), stored(stage).dateNextCheck]).toEqual([1, NOW + DAY])
  })

  test('an hour later when that failed, and what was noted stays noted', async () => {
    const stage = stageWith(() => problem(400, 'validation-error'))
    Object.assign(stored(stage), { scopeMessage: 'Mail is missing.' })
    await runBoth(stage)
    expect([checksOf(stage), stored(stage).scopeMessage]).toEqual([1, 'Mail is missing.'])
    await stage.clock.pass(3_600_000)
    await runBoth(stage)
    expect(checksOf(stage)).toBe(2)
  })
})
