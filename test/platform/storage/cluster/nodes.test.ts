import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ClusterBuckets } from '../../../../platform/storage/cluster/bucket-connections.ts'
import { locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { moveBucket } from '../../../../platform/storage/cluster/move.ts'
import { isReachable } from '../../../../platform/storage/cluster/node-pool.ts'
import { listNodes } from '../../../../platform/storage/cluster/nodes.ts'
import { createDatabase, type Database, isUnavailable } from '../../../../platform/storage/postgres/database.ts'
import { interposeNode, type LosableServer, startProxy } from '../cluster-node.ts'
import { inTurn } from '../moves.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

test('a node is reachable while somebody listens at its address', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  expect(await isReachable({ host: '127.0.0.1', port })).toBe(true)
  await new Promise((resolve) => server.close(resolve))
  expect(await isReachable({ host: '127.0.0.1', port })).toBe(false)
})

onCluster('when nodes change', () => {
  let store: TestStore
  let coordinator: LosableServer
  let directory: Database
  let buckets: ClusterBuckets
  beforeAll(async () => {
    store = await openTestStore({ allBuckets: true })
    coordinator = await startProxy(Number(new URL(store.url).port))
    const databaseUrl = Object.assign(new URL(store.url), { port: String(coordinator.port) }).href
    directory = createDatabase({ connectionString: databaseUrl })
    buckets = await ClusterBuckets.open(directory, { databaseUrl, schema: 'public' })
  })
  afterAll(async () => {
    await buckets.close()
    await directory.destroy()
    coordinator.lose()
    await store.close()
  })

  /** The port of the node that executes statements of a bucket. */
  const portOf = async (name: string, seconds = 0) => {
    const { rows } = await sql<{ port: number }>`
      select inet_server_port() as port from pg_sleep(${seconds}::float8)`.execute(buckets.named(name))
    return rows[0]?.port
  }
  const portInCluster = async (name: string) =>
    (await locateBuckets(store.buckets.directory)).find((each) => each.name === name)?.node.port

  test('a bucket that was moved is asked at its new node, and what is under way ends at the former one', async () => {
    const former = await portInCluster('bucket_1')
    const target = (await listNodes(directory)).find(({ port }) => port !== former)
    expect(await portOf('bucket_1')).toBe(former)
    await inTurn(() => moveBucket(directory, 'bucket_1', target as NonNullable<typeof target>, () => undefined))
    const underWay = portOf('bucket_1', 0.5)
    await sql`select count(*) from feeds`.execute(buckets.named('bucket_1'))
    await buckets.refresh()
    expect(await portOf('bucket_1')).toBe(target?.port)
    expect(await underWay).toBe(former)
  }, 300_000)

  test('while the coordinator is away, the buckets are used where they were', async () => {
    coordinator.lose()
    await expect(buckets.refresh()).rejects.toThrow()
    expect(await portOf('bucket_1')).toBe(await portInCluster('bucket_1'))
    await coordinator.restore()
  })

  test('a node with another address is asked there, fails while it is away, and is used at once when it is back', async () => {
    const port = await portInCluster('bucket_2')
    const node = await interposeNode(store.buckets.directory, 'bucket_2')
    await buckets.refresh()
    expect(await portInCluster('bucket_2')).not.toBe(port)
    expect(await portOf('bucket_2')).toBe(port)
    node.lose()
    await buckets.refresh()
    coordinator.lose()
    expect(isUnavailable(await portOf('bucket_2').catch((error: unknown) => error))).toBe(true)
    await node.restore()
    expect(await portOf('bucket_2')).toBe(port)
    await coordinator.restore()
    node.lose()
  })
})
