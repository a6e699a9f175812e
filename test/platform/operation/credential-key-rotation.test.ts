import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import {
  decryptCredential,
  deriveCredentialKey,
  encryptCredential,
} from '../../../platform/storage/connections/credential-encryption.ts'
import { countCredentialsByKey } from '../../../platform/storage/connections/stored-keys.ts'
import { openStore, type Store } from '../../../platform/storage/open.ts'
import { createEnvironment, OWNER, type TestEnvironment } from '../crash/environment.ts'
import type { PlatformProcess } from '../crash/platform-process.ts'

const OLD = 'the-old-credential-key-of-the-tests'
const NEW = 'the-new-credential-key-of-the-tests'
const [OLD_KEY, NEW_KEY] = [deriveCredentialKey(OLD), deriveCredentialKey(NEW)]

/** Connections whose syncs run and refresh all the time, and connections that nothing refreshes. */
const SYNCED = 6
const IDLE = 1_500
const CREDENTIAL_LIFETIME_MS = 600
const TIMEOUT_MS = 60_000

const SYNCING = { SYNC_CADENCE_CALENDAR_MS: '200', SYNC_CADENCE_JITTER: '0', CONSOLE: 'off' }

const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('a rotation of CREDENTIAL_KEY', () => {
  let environment: TestEnvironment
  let store: Store
  /** What a vendor that issues a new refresh token each time would refuse. */
  const refused: string[] = []
  const generations = new Map<string, number>()

  beforeAll(async () => {
    environment = await createEnvironment()
    environment.provider.responses.set('/auth/refresh', refresh)
  })
  afterAll(async () => {
    await store?.close()
    await environment.dispose()
  })

  /** A refresh that is repeated gets the same tokens again, as from the hub; an older refresh token is refused. */
  function refresh({ connectedProvider }: Record<string, unknown>) {
    const { refreshToken = '' } = (connectedProvider as { credential: { refreshToken?: string } }).credential
    const [account = '', text] = refreshToken.split(' ')
    const generation = Number(text)
    const current = generations.get(account) ?? 0
    if (generation < current - 1) refused.push(refreshToken)
    const next = generation === current ? current + 1 : current
    generations.set(account, next)
    return {
      accessToken: `token ${account} ${next}`,
      refreshToken: `${account} ${next}`,
      dateExpiry: Date.now() + CREDENTIAL_LIFETIME_MS,
    }
  }

  function connect(platform: PlatformProcess): Promise<string> {
    return environment.connect(platform, 'diary', (connectionId) => ({
      accessToken: `token ${connectionId} 0`,
      refreshToken: `${connectionId} 0`,
      dateExpiry: Date.now() + CREDENTIAL_LIFETIME_MS,
    }))
  }

  async function addIdleConnections(): Promise<void> {
    const { db } = store
    const template = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: IDLE }, () => {
      const key = { tenantId: template.tenant_id, connectionId: randomUUID() }
      const credential = { accessToken: `token ${key.connectionId}`, email: OWNER, profile: null }
      return { ...template, connection_id: key.connectionId, ...encryptCredential([OLD_KEY], key, credential) }
    })
    await db.insertInto('connections').values(rows).execute()
  }

  async function countByKey(): Promise<Record<string, number>> {
    const counts = await countCredentialsByKey(store.db)
    const countOf = (id: string) => counts.find(({ keyId }) => keyId === id)?.count ?? 0
    return { old: countOf(OLD_KEY.id), new: countOf(NEW_KEY.id) }
  }

  const countRefreshes = () => [...generations.values()].reduce((sum, generation) => sum + generation, 0)

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error('what was waited for did not happen')
      await pause(20)
    }
  }

  /** As if a minute had passed since the process was killed. */
  const forgetKilled = async (...killed: PlatformProcess[]) => {
    const pids = killed.map(({ pid }) => `%-${pid}-%`)
    await sql`update processes set date_seen = 0 where process_id like any(${pids})`.execute(store.db)
  }

  test('happens while syncs run and processes are killed, and nobody has to connect again', async () => {
    const [before, secondBefore] = ['', ''].map(() => environment.start({ ...SYNCING, CREDENTIAL_KEY: OLD })) as [
      PlatformProcess,
      PlatformProcess,
    ]
    await Promise.all([before.ready, secondBefore.ready])
    store = await openStore(environment.database.options)
    for (let count = 0; count < SYNCED; count += 1) await connect(before)
    await addIdleConnections()

    // While a process has the old key only, one with both writes what it can read.
    const rotating = { ...SYNCING, CREDENTIAL_KEY: `${NEW},${OLD}` }
    const during = environment.start(rotating)
    await during.ready
    await before.stop()
    const refreshes = countRefreshes()
    await until(() => countRefreshes() > refreshes + 2 * SYNCED)
    expect(await countByKey()).toEqual({ old: SYNCED + IDLE, new: 0 })

    // Then it goes, and the other is killed while it re-encrypts.
    await secondBefore.kill()
    await during.kill()
    await forgetKilled(secondBefore, during)
    const killed = environment.start(rotating)
    await until(async () => ((await countByKey()).new ?? 0) > 200)
    await killed.kill()
    const half = await countByKey()
    expect(half.old).toBeGreaterThan(0)
    await forgetKilled(killed)

    const last = environment.start(rotating)
    await until(async () => (await countByKey()).old === 0)
    await until(() => last.hasLogged('remove them from CREDENTIAL_KEY'))
    await last.stop()

    const after = environment.start({ ...SYNCING, CREDENTIAL_KEY: NEW })
    await after.ready
    const refreshesBefore = countRefreshes()
    await until(() => countRefreshes() > refreshesBefore + 2 * SYNCED)
    await after.stop()
    expect(refused).toEqual([])
    await expectConnections()
    process.stdout.write(
      `rotation: killed with ${half.new} of ${SYNCED + IDLE} re-encrypted; ${countRefreshes()} refreshes\n`,
    )
  }, 180_000)

  test('that has lost the key is refused by its id and the number of credentials', async () => {
    const platform = environment.start({ ...SYNCING, CREDENTIAL_KEY: OLD })
    expect(await platform.exited).toBe(1)
    expect(platform.output).toContain(
      `CREDENTIAL_KEY lacks the key ${NEW_KEY.id}, with which ${SYNCED + IDLE} stored credentials are encrypted`,
    )
    expect(platform.output).not.toContain(OLD)
  })

  async function expectConnections(): Promise<void> {
    const rows = await store.db.selectFrom('connections').selectAll().execute()
    expect(rows).toHaveLength(SYNCED + IDLE)
    for (const row of rows) {
      const { tenant_id: tenantId, connection_id: connectionId, credential, credential_key_id } = row
      const encrypted = { credential: credential as Buffer, credential_key_id: credential_key_id as string }
      const { accessToken } = decryptCredential([NEW_KEY], { tenantId, connectionId }, encrypted)
      expect(row.status).toBe('active')
      const generation = generations.get(connectionId)
      // A process that stops may not receive the tokens of its last refresh, which is then repeated.
      const expected = generation === undefined ? [''] : [generation, generation - 1].map((number) => ` ${number}`)
      expect(expected.map((suffix) => `token ${connectionId}${suffix}`)).toContain(accessToken)
    }
  }
})
