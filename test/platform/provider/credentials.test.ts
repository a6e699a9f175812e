import { describe, expect, test } from '@jest/globals'
import type { SyncConnection } from '../../../platform/model/sync.ts'
import type { HttpAnswer } from '../../../platform/provider/transport.ts'
import { ok, problem } from '../sync/simulation/faults.ts'
import { type ConnectSettings, NOW, PAGE_OF_NOTHING, type Stage, type StageSettings, setStage } from '../sync/stage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A stage with one connection whose credential is to be renewed. */
function stageWith(
  refresh: (stage: Stage) => HttpAnswer | Promise<HttpAnswer>,
  credential: ConnectSettings['credential'] = { dateExpiry: NOW + MINUTE },
  settings: StageSettings = {},
): Stage {
  const stage: Stage = setStage({
    ...settings,
    answer: ({ path }) => (path === '/auth/refresh' ? refresh(stage) : PAGE_OF_NOTHING),
  })
  stage.connect('mail', { syncs: ['email'], credential })
  return stage
}

const renewed = ok({ credential: { accessToken: 'new', dateExpiry: NOW + HOUR } })

/** The provider answers after a second. */
async function slowly({ clock }: Stage): Promise<HttpAnswer> {
  await new Promise<void>((resolve) => clock.after(SECOND, resolve))
  return renewed
}

function connectionOf({ store }: Stage): SyncConnection {
  const { syncs: _, items: __, asked: ___, status: ____, tags: _____, ...connection } = stored({ store })
  return connection
}

function stored({ store }: Pick<Stage, 'store'>) {
  const connection = store.connections.get('c1')
  if (!connection) throw new Error('the stage has a connection')
  return connection
}

async function freshOf(stage: Stage, connection = connectionOf(stage)) {
  const readiness = stage.engine.credentials.fresh(connection)
  await stage.clock.pass(5 * MINUTE)
  return readiness
}

/** How often the right to renew was asked for. */
function countLooks({ store }: Stage): () => number {
  const lease = store.leaseRefresh.bind(store)
  let looks = 0
  store.leaseRefresh = (...given) => {
    looks += 1
    return lease(...given)
  }
  return () => looks
}

const refreshesOf = ({ calls }: Stage) => calls.filter(({ path }) => path === '/auth/refresh').length

describe('a credential that runs out', () => {
  test('is renewed, kept and used', async () => {
    const stage = stageWith(() => renewed)
    const { connection, trouble } = await freshOf(stage)
    expect(trouble).toBeUndefined()
    expect(connection.credential).toMatchObject({ accessToken: 'new', refreshToken: 'the-refresh-token' })
    expect(stored(stage)).toMatchObject({ credentialVersion: 2, credential: connection.credential })
    expect(stage.events).toContainEqual(expect.objectContaining({ type: 'refreshed', outcome: 'ok' }))
  })

  test.each([1, 3])('is renewed once for a hundred runs in %i processes', async (processes) => {
    const stage = stageWith(slowly, { dateExpiry: NOW - 1 }, { processes })
    const connection = connectionOf(stage)
    const looks = countLooks(stage)
    const runs = Array.from({ length: 100 }, (_, at) => stage.engines[at % processes]?.credentials.fresh(connection))
    await stage.clock.pass(MINUTE)
    const tokens = (await Promise.all(runs)).map((readiness) => readiness?.connection.credential.accessToken)
    expect(new Set(tokens)).toEqual(new Set(['new']))
    expect(refreshesOf(stage)).toBe(1)
    // One process asks for the right to renew; the others look a few times until it is done.
    expect(looks()).toBeLessThanOrEqual(1 + 3 * (processes - 1))
  })

  test('is not waited for while it still holds', async () => {
    const stage = stageWith(slowly, { dateExpiry: NOW + MINUTE }, { processes: 2 })
    const [first, second] = stage.engines.map(({ credentials }) => credentials.fresh(connectionOf(stage)))
    await stage.clock.pass(10)
    expect(await second).toEqual({ connection: expect.objectContaining({ credentialVersion: 1 }) })
    await stage.clock.pass(MINUTE)
    expect((await first)?.connection.credentialVersion).toBe(2)
  })

  test('is kept even if the store fails at first', async () => {
    const stage = stageWith(() => renewed)
    const save = stage.store.saveCredential.bind(stage.store)
    let fails = 3
    stage.store.saveCredential = async (...given) => {
      fails -= 1
      if (fails >= 0) throw new Error('the store is away')
      return save(...given)
    }
    await freshOf(stage)
    expect(stored(stage).credential.accessToken).toBe('new')
  })

  test('and does not end after all is left as it is from then on', async () => {
    const stage = stageWith(() => ok({ credential: { accessToken: 'the-access-token', dateExpiry: NOW + MINUTE } }))
    await freshOf(stage)
    await freshOf(stage)
    expect([refreshesOf(stage), stored(stage).credential.dateExpiry]).toEqual([1, undefined])
  })
})

describe('a refresh that does not work out', () => {
  test('changes nothing while the credential holds, and is not tried again at once', async () => {
    const stage = stageWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW + 10 * MINUTE })
    expect(await freshOf(stage)).toEqual({ connection: expect.objectContaining({ credentialVersion: 1 }) })
    expect(stored(stage)).toMatchObject({ refreshFailedSince: NOW, refreshNotBefore: NOW + 30 * SECOND })
    expect(refreshesOf(stage)).toBe(1)
  })

  test('fails the run when the credential has ended, and puts off those in its cool-down', async () => {
    const stage = stageWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW })
    const [first, second] = [stage.engine.credentials.fresh(connectionOf(stage)), undefined]
    await stage.clock.pass(SECOND)
    expect([(await first).trouble?.kind, second]).toEqual(['failed', undefined])
    const { trouble } = await stage.engine.credentials.fresh(connectionOf(stage))
    expect(trouble).toEqual({ kind: 'skipped', retryAfter: 29 * SECOND })
  })

  test('obeys a wait that is longer than its cool-down', async () => {
    const stage = stageWith(() => problem(429, 'rate-limited', '600'))
    await freshOf(stage)
    expect(stored(stage).refreshNotBefore).toBe(NOW + 600 * SECOND)
  })

  test('because the vendor refuses it asks for a person', async () => {
    const stage = stageWith(() => problem(401, 'credentials-expired'))
    expect((await freshOf(stage)).trouble).toMatchObject({ kind: 'expired' })
  })

  test('because the platform key is refused asks for no person', async () => {
    const stage = stageWith(() => problem(401, 'unauthorized'), { dateExpiry: NOW })
    expect((await freshOf(stage)).trouble).toMatchObject({ kind: 'misconfigured' })
  })

  test('for four days asks for a person', async () => {
    const stage = stageWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW })
    const kinds = new Set<string | undefined>()
    for (let hour = 0; hour < 4 * 24 + 2; hour += 1) {
      const { trouble } = await freshOf(stage)
      kinds.add(trouble?.kind)
      if (trouble?.kind === 'expired') break
      await stage.clock.pass(HOUR)
    }
    expect([...kinds]).toEqual(['failed', 'expired'])
    expect(stage.clock.now() - NOW).toBeGreaterThan(4 * DAY - HOUR)
  })
})

describe('after a refusal', () => {
  test('a credential that names no end is renewed', async () => {
    const stage = stageWith(() => renewed, {})
    const readiness = stage.engine.credentials.afterRefusal(connectionOf(stage))
    expect((await readiness).connection.credential.accessToken).toBe('new')
  })

  test('a renewal that does not work out says so: nobody has to sign in again because a provider is down', async () => {
    const stage = stageWith(() => problem(503, 'unavailable'), {})
    const refused = stage.engine.credentials.afterRefusal(connectionOf(stage))
    await stage.clock.pass(SECOND)
    expect((await refused).trouble?.kind).toBe('failed')
    const again = await stage.engine.credentials.afterRefusal(connectionOf(stage))
    expect(again.trouble).toEqual({ kind: 'skipped', retryAfter: 29 * SECOND })
  })

  test('a credential that should hold is not', async () => {
    const stage = stageWith(() => renewed, { dateExpiry: NOW + HOUR })
    const { connection, trouble } = await stage.engine.credentials.afterRefusal(connectionOf(stage))
    expect([connection.credential.accessToken, trouble, refreshesOf(stage)]).toEqual(['the-access-token', undefined, 0])
  })

  test('one that was stored meanwhile is taken', async () => {
    const stage = stageWith(() => renewed, { dateExpiry: NOW + HOUR })
    const refused = connectionOf(stage)
    stored(stage).credential = { ...refused.credential, accessToken: 'newer' }
    const { connection } = await stage.engine.credentials.afterRefusal(refused)
    expect([connection.credential.accessToken, refreshesOf(stage)]).toEqual(['newer', 0])
  })
})
