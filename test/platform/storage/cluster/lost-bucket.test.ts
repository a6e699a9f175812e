import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { saveDefinition } from '../../../../platform/connections/backfill-syncs.ts'
import type { Bucket, Buckets } from '../../../../platform/storage/buckets.ts'
import { locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { listProviders, saveProvider } from '../../../../platform/storage/connections/providers.ts'
import { EachBucket } from '../../../../platform/storage/each-bucket.ts'
import { signIn } from '../../../../platform/storage/graph/user/sign-in.ts'
import { openStore, type Store } from '../../../../platform/storage/open.ts'
import { isUnavailable } from '../../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { DEFAULT_SYNC_POLICY } from '../../../../platform/sync/policy.ts'
import { type ClusterNode, interposeNode } from '../cluster-node.ts'
import { createConnection, DEFINITION, KEYS, LEASE_MS, NOW } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip
const URL_OF_PROVIDER = 'https://provider.example'

onCluster('while a node of a cluster is lost', () => {
  let server: TestStore
  let store: Store
  let node: ClusterNode
  /** The buckets of the node that is lost, and those of the other. */
  let lost: string[]
  let others: string[]

  beforeAll(async () => {
    server = await openTestStore({ allBuckets: true })
    const { directory } = server.buckets
    await saveProvider(directory, { url: URL_OF_PROVIDER, definition: DEFINITION }, NOW)
    for (const bucket of server.buckets.all()) await createTenantIn(server.buckets, bucket)
    node = await interposeNode(directory, 'bucket_1')
    const located = await locateBuckets(directory)
    const port = located.find(({ name }) => name === 'bucket_1')?.node.port
    lost = located.filter((bucket) => bucket.node.port === port).map(({ name }) => name)
    others = located.filter((bucket) => bucket.node.port !== port).map(({ name }) => name)
    store = await openStore({ databaseUrl: server.url, dataDir: 'none' })
    node.lose()
  }, 60_000)
  afterAll(async () => {
    await store?.close()
    await server.close()
  })

  async function createTenantIn(buckets: Buckets, bucket: Bucket): Promise<void> {
    const inBucket: Buckets = {
      directory: buckets.directory,
      all: () => buckets.all(),
      of: (tenantId) => buckets.of(tenantId),
      named: (name) => buckets.named(name),
      choose: async () => bucket,
    }
    const email = `ada@${bucket.name.replace('_', '')}.example`
    const tenant = await signIn(inBucket, { issuer: 'https://issuer.example', subject: email, email, name: 'Ada' }, NOW)
    await createConnection(bucket.db, tenant)
  }

  const bucketsOf = async (tenantIds: readonly string[]) => {
    const { directory } = store.buckets
    const rows = await directory.selectFrom('tenants').select(['tenant_id', 'bucket']).execute()
    return [...new Set(rows.filter((row) => tenantIds.includes(row.tenant_id)).map(({ bucket }) => bucket))].sort()
  }

  test('syncs of the other buckets are claimed and their leases extended; those of a lost one are in doubt', async () => {
    expect(others.length).toBeGreaterThan(0)
    const each = new EachBucket(store.buckets)
    const sync = createSyncStore(store.buckets, { keys: KEYS, onError: () => undefined, each })
    const claims = await sync.claim('worker', 100, NOW, LEASE_MS)
    expect(await bucketsOf(claims.map(({ fence }) => fence.tenantId))).toEqual(others)
    const fences = claims.map(({ fence }) => fence)
    const [fence] = fences
    const [away] = (await store.buckets.directory.selectFrom('tenants').selectAll().execute()).filter(({ bucket }) =>
      lost.includes(bucket ?? ''),
    )
    if (!fence || !away) throw new Error('there are no tenants in the buckets')
    const ofLost = { ...fence, tenantId: away.tenant_id }
    expect(await sync.heartbeat([...fences, ofLost], NOW, LEASE_MS)).toMatchObject({ lost: [] })
  })

  test('an unchanged definition is no write, and one that has changed fails as unavailable and is saved later', async () => {
    const each = new EachBucket(store.buckets)
    const deps = { keys: KEYS, syncPolicy: DEFAULT_SYNC_POLICY, random: () => 0.5 }
    const save = (label: string) => saveDefinition(each, deps, URL_OF_PROVIDER, { ...DEFINITION, label }, NOW + 1)
    await save(DEFINITION.label)
    const error = await save('Other').catch((reason: unknown) => reason)
    expect(isUnavailable(error)).toBe(true)
    expect((await listProviders(store.buckets.directory))[0]?.definition.label).toBe(DEFINITION.label)
    await node.restore()
    for (let attempts = 0; attempts < 50; attempts += 1)
      if (
        await save('Other').then(
          () => true,
          () => false,
        )
      )
        break
    expect((await listProviders(store.buckets.directory))[0]?.definition.label).toBe('Other')
    const sync = createSyncStore(store.buckets, { keys: KEYS, onError: () => undefined })
    const claims = []
    for (let attempts = 1; attempts <= 50; attempts += 1) {
      claims.push(...(await sync.claim('worker', 100, NOW + attempts * 5_000, 3_600_000).catch(() => [])))
      if ((await bucketsOf(claims.map(({ fence }) => fence.tenantId))).length >= lost.length) break
    }
    expect(await bucketsOf(claims.map(({ fence }) => fence.tenantId))).toEqual(expect.arrayContaining(lost))
  })
})
