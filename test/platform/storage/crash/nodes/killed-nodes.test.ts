import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Buckets } from '../../../../../platform/storage/buckets.ts'
import { openStore, type Store } from '../../../../../platform/storage/open.ts'
import { isUnavailable, ping } from '../../../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../../../platform/storage/runs/sync-store.ts'
import { randomRuns } from '../../../../kit/random-runs.ts'
import { SeededRandom } from '../../../sync/simulation/seeded-random.ts'
import { KEYS, NOW } from '../../fixtures.ts'
import { createTestDatabase } from '../../test-store.ts'
import { type ClusterNode, ClusterNodes } from './cluster-nodes.ts'
import { expectTenant } from './expect-tenant.ts'
import { LEASE_MS, REAL_LEASE_MS, readMailbox, workerTime } from './read-mailbox.ts'
import { expectShared, shareMails } from './shared-mails.ts'
import { createOwners, type MailboxOwner } from './tenants.ts'
import { Workers } from './workers.ts'

/** How long processes are killed; TEST_RUNS scales it. */
const SECONDS = randomRuns(10)
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31))
const BLOWS = ['stalled worker', 'worker', 'coordinator', 'node'] as const
type Blow = (typeof BLOWS)[number]
const WORKERS = 3
/** The longest pause before a blow, and before a node is started again (ms). */
const MAX_PAUSE_MS = 400

const { TEST_CLUSTER_URL, TEST_CLUSTER_TOOL: tool = '' } = process.env
const onCluster = TEST_CLUSTER_URL && tool ? describe : describe.skip

onCluster('a cluster whose nodes and workers are killed repeatedly', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let store: Store
  let nodes: ClusterNodes
  let tenants: MailboxOwner[]
  let workers: Workers
  const blows: Record<Blow, number> = { node: 0, coordinator: 0, worker: 0, 'stalled worker': 0 }

  beforeAll(async () => {
    database = await createTestDatabase()
    store = await openStore({ databaseUrl: database.url, dataDir: 'none' })
    nodes = await ClusterNodes.find(tool, database.url, store.buckets.directory)
    tenants = await createOwners(store.buckets)
    await readDue(store.buckets, NOW)
    for (const tenant of tenants) await shareMails(store.buckets, tenant)
  }, 120_000)
  afterAll(async () => {
    await workers?.killAll()
    for (const node of nodes.all) await nodes.start(node)
    await store.close()
    await database.drop()
  }, 120_000)

  test(
    'loses nothing, duplicates nothing, and only the tenants of a killed node notice it',
    async () => {
      const random = new SeededRandom(SEED)
      const start = Date.now()
      const errors = { expected: 0, others: [] as string[] }
      workers = new Workers(database.url, start)
      await Promise.all(Array.from({ length: WORKERS }, (_, index) => workers.start(index)))
      const remaining: Blow[] = [...BLOWS]
      while (Date.now() < start + SECONDS * 1000 || remaining.length > 0) {
        const before = workers.errors.length
        await pause(random.between(0, MAX_PAUSE_MS))
        const affected = await strike(remaining.pop() ?? random.pick([...BLOWS, 'node', 'coordinator']), random)
        const ids = new Set(affected.map(({ tenantId }) => tenantId))
        for (const { tenantId = '', message, unavailable } of workers.errors.slice(before)) {
          if (ids.has(tenantId) && unavailable) errors.expected += 1
          else errors.others.push(`${tenants.find((tenant) => tenant.tenantId === tenantId)?.bucket}: ${message}`)
        }
      }
      await workers.stop()
      await nodes.recoverTransactions()
      await readDue(store.buckets, workerTime(start) + 2 * LEASE_MS)
      let passes = 0
      for (const tenant of tenants) {
        const ofTenant = await expectTenant(await store.buckets.of(tenant.tenantId), tenant)
        await expectShared(store.buckets, tenant, ofTenant)
        passes += ofTenant
      }
      process.stdout.write(
        `crash: ${Object.entries(blows)
          .map(([blow, count]) => `${count} × ${blow}`)
          .join(', ')} in ${passes} passes of ` +
          `${tenants.length} mailboxes (seed ${SEED}): ${workers.pages} pages, ${workers.lost} leases lost, ` +
          `${errors.expected} errors of tenants whose node was away, ${errors.others.length} of others\n`,
      )
      expect(errors.others).toEqual([])
      expect(await nodes.countPrepared()).toBe(0)
    },
    (SECONDS + 180) * 1000,
  )

  /** Returns the tenants whose node was killed, or that of whom they share with, when they are served again. */
  async function strike(blow: Blow, random: SeededRandom): Promise<readonly MailboxOwner[]> {
    blows[blow] += 1
    const index = random.between(0, WORKERS - 1)
    if (blow === 'worker') {
      await workers.kill(index)
      await workers.start(index)
    }
    // Others claim what the worker holds, and then it goes on.
    if (blow === 'stalled worker') await workers.stall(index, 1.5 * REAL_LEASE_MS)
    if (blow === 'worker' || blow === 'stalled worker') return []
    const node = random.pick(
      nodes.all.filter(({ number }) => (number === 0) === (blow === 'coordinator')),
    ) as ClusterNode
    const affected = tenants.filter(({ port, reader }) => port === node.port || reader?.port === node.port)
    await killNode(node, affected, random)
    return affected
  }

  /** The node is away until a page of all tenants of other nodes was saved, and the blow over when its own are served again. */
  async function killNode(node: ClusterNode, affected: readonly MailboxOwner[], random: SeededRandom): Promise<void> {
    await nodes.kill(node)
    await workers.waitForPages(tenants.filter((tenant) => !affected.includes(tenant)))
    if (node.number === 0) await expectCoordinatorAway()
    else await expectBucketAway(affected.filter(({ port }) => port === node.port))
    await pause(random.between(0, MAX_PAUSE_MS))
    const killed = random.is(0.3) ? random.between(0, WORKERS - 1) : undefined
    if (killed !== undefined) {
      blows.worker += 1
      await workers.kill(killed)
      // While any other node is away than the coordinator, workers can start.
      if (node.number !== 0) await workers.start(killed)
    }
    await nodes.start(node)
    // The nodes do so themselves every minute.
    await nodes.recoverTransactions()
    if (killed !== undefined && node.number === 0) await workers.start(killed)
    await workers.waitForPages(affected)
  }

  /** A program that starts says what is missing, and one that runs that the directory is away. */
  async function expectCoordinatorAway(): Promise<void> {
    expect(isUnavailable(await ping(store.buckets.directory).catch((error: unknown) => error))).toBe(true)
    const { host } = new URL(database.url)
    await expect(openStore({ databaseUrl: database.url, dataDir: 'none' })).rejects.toThrow(
      `DATABASE_URL: the database at ${host} cannot be used`,
    )
  }

  async function expectBucketAway([tenant]: readonly MailboxOwner[]): Promise<void> {
    if (!tenant) return
    const db = await store.buckets.of(tenant.tenantId)
    const error = await sql`select 1 from syncs limit 1`.execute(db).catch((error: unknown) => error)
    expect(isUnavailable(error)).toBe(true)
  }
})

/** Reads each mailbox that is due once. */
async function readDue(buckets: Buckets, now: number): Promise<void> {
  const syncs = createSyncStore(buckets, {
    keys: KEYS,
    onError: (error) => {
      throw error
    },
  })
  const claims = await syncs.claim('the last worker', 1_000, now, LEASE_MS)
  for (const claim of claims) await readMailbox(syncs, claim, () => now)
}
