import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Bucket, type BucketSchemas, bucketSchemasOf } from '../../../../platform/storage/buckets.ts'
import { type BucketLocation, locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { moveBucket } from '../../../../platform/storage/cluster/move.ts'
import { type ClusterNode, listNodes } from '../../../../platform/storage/cluster/nodes.ts'
import { BucketTransaction } from '../../../../platform/storage/copies/bucket-transaction.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { Pipeline, type Send } from '../../../../platform/storage/postgres/pipelining.ts'
import { inTurn } from '../moves.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

const TENANT = '00000000-0000-4000-8000-000000000001'
// A lock of rows would keep the move from starting.
const read = sql`select sequence from feeds where tenant_id = ${TENANT}`
const write = sql`update feeds set sequence = sequence + 1 where tenant_id = ${TENANT}`

onCluster('a bucket that is to be moved', () => {
  let store: TestStore
  let first: Bucket
  let second: Bucket
  beforeAll(async () => {
    store = await openTestStore({ allBuckets: true })
    ;[first, second] = store.buckets.all() as [Bucket, Bucket]
    for (const { db } of [first, second]) await sql`insert into feeds (tenant_id) values (${TENANT})`.execute(db)
  })
  afterAll(() => store.close())

  /** Moves a bucket to the node that has none of the two. */
  const move = async ({ name }: Bucket) => {
    const { directory } = store.buckets
    const located = await locateBuckets(directory)
    const taken = [first, second].map((bucket) => located.find((other) => other.name === bucket.name)?.node.port)
    const node = (await listNodes(directory)).find(({ port }) => !taken.includes(port))
    await moveBucket(directory, name, node as ClusterNode, () => undefined)
    const after = (await locateBuckets(directory)).find((other) => other.name === name) as BucketLocation
    expect(after.node.port).toBe(node?.port)
  }

  /**
   * Resolves when a move can only wait for the end of a transaction. The transaction itself looks: where it is, the move
   * waits, and connections that its bucket has opened since may be to another node.
   */
  const waitsToEnd = async (send: Send) => {
    for (;;) {
      const locks = await send(sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and not l.granted`)
      if (locks.length > 0) return 'waits'
      await pause(20)
    }
  }

  /** Reads in a bucket, waits until it is as far moved as it can be, and writes there. */
  const changeDuringMove = (bucket: Bucket) =>
    inTurn(async () => {
      const schemas = bucketSchemasOf(first.db) as BucketSchemas
      let moving: Promise<string> | undefined
      const outcome = await inTransaction(first.db, async (tx) => {
        const pipeline = await Pipeline.open(tx)
        const send = new BucketTransaction(schemas, TENANT, pipeline.send).in(bucket.name)
        await send(read)
        // A move begins when the transactions that were open have ended, in all databases of a server.
        await send(sql`set local idle_in_transaction_session_timeout = 0`)
        moving = move(bucket).then(() => 'moved')
        const outcome = await Promise.race([moving, waitsToEnd(pipeline.send)])
        await send(write)
        pipeline.end()
        return outcome
      })
      await moving
      return outcome
    })

  test('is moved after a transaction that has only read there so far', async () => {
    const outcome = await changeDuringMove(first)
    expect((await read.execute(first.db)).rows).toEqual([{ sequence: 1 }])
    expect(outcome).toBe('waits')
  }, 300_000)

  test('is moved after a transaction of another bucket, which loses nothing', async () => {
    const outcome = await changeDuringMove(second)
    expect((await read.execute(second.db)).rows).toEqual([{ sequence: 1 }])
    expect(outcome).toBe('waits')
  }, 300_000)
})
