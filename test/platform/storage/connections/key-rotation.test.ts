import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Presence } from '../../../../platform/presence.ts'
import { ReEncryptionWorker } from '../../../../platform/re-encryption.ts'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import {
  type CredentialKey,
  type CredentialKeys,
  decryptCredential,
  deriveCredentialKey,
} from '../../../../platform/storage/connections/credential-encryption.ts'
import { CredentialKeyRing } from '../../../../platform/storage/connections/key-ring.ts'
import { completeRegistration, startReconnect } from '../../../../platform/storage/connections/lifecycle.ts'
import {
  countCredentialsByKey,
  findUnavailableKeyIds,
  reEncrypt,
} from '../../../../platform/storage/connections/stored-keys.ts'
import { EachBucket } from '../../../../platform/storage/each-bucket.ts'
import { listProcesses } from '../../../../platform/storage/processes.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import {
  CONNECTION_DEPS,
  CREDENTIAL,
  createConnection,
  createFixture,
  KEYS,
  NOW,
  type SyncFixture,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const [OLD] = KEYS
const NEXT = deriveCredentialKey('the next secret of the tests')
const OTHER = deriveCredentialKey('a secret that nobody has')

let server: TestStore
let fixture: SyncFixture
beforeEach(async () => {
  server = await openTestStore()
  fixture = await createFixture(server.db, 'ada@acme.example')
})
afterEach(() => server.close())

/** A process with these keys. Its log is a list of lines. */
function startProcess(...keys: [CredentialKey, ...CredentialKey[]]) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const ring = new CredentialKeyRing(keys)
  const each = new EachBucket(server.buckets)
  const processId = `host-${randomBytes(4).toString('hex')}`
  const presence = new Presence({ each, log, processId, role: 'all', ring })
  const worker = new ReEncryptionWorker({ each, log, ring, presence, now: () => NOW })
  return { ring, presence, worker, log: () => lines.join('') }
}

async function readCredentials(keys: CredentialKeys) {
  const rows = await server.db.selectFrom('connections').selectAll().orderBy('connection_id').execute()
  return rows.map(({ tenant_id: tenantId, connection_id: connectionId, credential, credential_key_id }) =>
    decryptCredential(
      keys,
      { tenantId, connectionId },
      { credential: credential as Buffer, credential_key_id: credential_key_id as string },
    ),
  )
}

describe('the key that encrypts', () => {
  test('is the first one that all running processes have', () => {
    const ring = new CredentialKeyRing([NEXT, OLD])
    expect(ring.follow([[NEXT.id, OLD.id], [OLD.id]])).toBe(true)
    expect(ring.keys.map(({ id }) => id)).toEqual([OLD.id, NEXT.id])
    expect(ring.follow([[NEXT.id, OLD.id], [OLD.id]])).toBe(false)
    expect(
      ring.follow([
        [NEXT.id, OLD.id],
        [OLD.id, NEXT.id],
      ]),
    ).toBe(true)
    expect(ring.keys[0]).toBe(NEXT)
    expect(ring.follow([[OTHER.id]])).toBe(false)
    expect(ring.preferred).toBe(NEXT)
  })

  test('changes when the last process that lacks the new one has left', async () => {
    const [before, after] = [startProcess(OLD), startProcess(NEXT, OLD)]
    await before.presence.enter(NOW)
    await after.presence.enter(NOW)
    expect(after.ring.keys[0]).toBe(OLD)
    await before.presence.leave(NOW)
    await after.presence.renew(NOW)
    expect(after.ring.keys[0]).toBe(NEXT)
    expect(after.log()).toContain('credentials are encrypted with another key from now on')
  })

  test('changes also when such a process was killed, a minute later', async () => {
    const [before, after] = [startProcess(OLD), startProcess(NEXT, OLD)]
    await before.presence.enter(NOW)
    await after.presence.enter(NOW + 59_000)
    expect(after.ring.keys[0]).toBe(OLD)
    await after.presence.renew(NOW + 61_000)
    expect(after.ring.keys[0]).toBe(NEXT)
    expect(await listProcesses(server.buckets.directory, NOW + 61_000)).toHaveLength(1)
  })
})

describe('a process that lacks a key', () => {
  test('does not start, and says which key is missing for how many credentials', async () => {
    await createConnection(server.db, fixture.tenant)
    const { presence } = startProcess(NEXT)
    await expect(presence.enter(NOW)).rejects.toThrow(
      `CREDENTIAL_KEY lacks the key ${OLD.id}, with which 2 stored credentials are encrypted`,
    )
    expect(await listProcesses(server.buckets.directory, NOW)).toEqual([])
    expect(await findUnavailableKeyIds(server.db, [NEXT])).toEqual([OLD.id])
    expect(await findUnavailableKeyIds(server.db, [NEXT, OLD])).toEqual([])
  })

  test('warns when that happens while it runs', async () => {
    const { presence, log } = startProcess(OLD)
    await presence.enter(NOW)
    await sql`update connections set credential_key_id = ${OTHER.id}`.execute(server.db)
    await presence.renew(NOW)
    expect(presence.warnings).toEqual([`CREDENTIAL_KEY lacks the key ${OTHER.id}, with which credentials are stored.`])
    expect(log()).toContain('credentials are stored with a key that CREDENTIAL_KEY of this process lacks')
  })
})

describe('re-encryption', () => {
  test('leaves every credential as it is, and says when the older key can be removed', async () => {
    for (let count = 0; count < 120; count += 1) await createConnection(server.db, fixture.tenant)
    const credentials = await readCredentials(KEYS)
    const { presence, worker, log } = startProcess(NEXT, OLD)
    await presence.enter(NOW)
    expect(await worker.runOnce()).toBe(121)
    expect(await countCredentialsByKey(server.db)).toEqual([{ keyId: NEXT.id, count: 121 }])
    expect(await readCredentials([NEXT])).toEqual(credentials)
    expect(await worker.runOnce()).toBe(0)
    expect(log()).toMatch(new RegExp(`"removable":\\["${OLD.id}"\\].*no credential needs the older keys`))
  })

  test('waits while another process has another first key, so that none turns back what another has done', async () => {
    const [first, second] = [startProcess(NEXT, OLD), startProcess(OLD, NEXT)]
    await first.presence.enter(NOW)
    await second.presence.enter(NOW)
    expect([await first.worker.runOnce(), await second.worker.runOnce()]).toEqual([0, 0])
    expect(first.log()).toContain('waits until all processes have the same first key')
    await second.presence.leave(NOW)
    expect(await first.worker.runOnce()).toBe(1)
  })

  test('does not overwrite a credential that is refreshed meanwhile, and does not make its refresh obsolete', async () => {
    const { db, connection } = fixture
    const key = { tenantId: fixture.tenant.tenantId, connectionId: connection.connectionId }
    const store = createSyncStore(onlyBucket(db), { keys: [OLD, NEXT], onError: fail })
    const lease = await store.leaseRefresh(key, 'worker', NOW, 60_000)
    expect(await reEncrypt(db, { from: OLD, to: NEXT, limit: 10 })).toEqual({ done: 1, failed: [] })
    await store.saveCredential(key, { ...CREDENTIAL, accessToken: 'refreshed' }, lease.credentialVersion, NOW)
    expect(await readCredentials([OLD])).toMatchObject([{ accessToken: 'refreshed' }])
    await reEncrypt(db, { from: OLD, to: NEXT, limit: 10 })
    expect(await readCredentials([NEXT])).toMatchObject([{ accessToken: 'refreshed' }])
  })

  test('leaves out what is locked and what was altered', async () => {
    const second = await createConnection(server.db, fixture.tenant)
    await sql`update connections set credential = ${Buffer.alloc(64)} where connection_id = ${second.connectionId}`.execute(
      server.db,
    )
    await server.db.transaction().execute(async (tx) => {
      await sql`select 1 from connections where connection_id = ${fixture.connection.connectionId} for update`.execute(
        tx,
      )
      const failed = [{ tenantId: fixture.tenant.tenantId, connectionId: second.connectionId }]
      expect(await reEncrypt(server.db, { from: OLD, to: NEXT, limit: 10 })).toEqual({ done: 0, failed })
    })
  })
})

describe('a credential that cannot be decrypted is replaced when its user signs in again', () => {
  const register = async () => {
    const { connection } = fixture
    await startReconnect(server.db, connection, { needsConfirmation: false, registrationUntil: NOW + 9 })
    const registration = { connectionId: connection.connectionId, credential: CREDENTIAL }
    return completeRegistration(server.db, CONNECTION_DEPS, registration, NOW)
  }

  test.each([
    ['altered', Buffer.alloc(64)],
    ['cut off', Buffer.alloc(5)],
  ])('because it was %s', async (_name, credential) => {
    await server.db.updateTable('connections').set({ credential }).execute()
    expect(await register()).toMatchObject({ status: 'active' })
    expect(await readCredentials(KEYS)).toEqual([CREDENTIAL])
  })

  test('because its key is not configured', async () => {
    await server.db.updateTable('connections').set({ credential_key_id: OTHER.id }).execute()
    expect(await register()).toMatchObject({ status: 'active' })
    expect(await readCredentials(KEYS)).toEqual([CREDENTIAL])
  })
})

function fail(error: Error): never {
  throw error
}
