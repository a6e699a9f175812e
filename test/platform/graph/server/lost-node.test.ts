import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { type Database, inTransaction, isUnavailable, type Tx } from '../../../../platform/storage/postgres/database.ts'
import { type ClusterNode, interposeNode } from '../../storage/cluster-node.ts'
import { type Api, codeOf, startApi } from '../api.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('while the node of a bucket is lost', () => {
  let api: Api
  let node: ClusterNode
  let directory: Database
  /** Of a tenant whose bucket is lost, and of one on another node. */
  let email: string
  let otherEmail: string
  const readConnections = '{ connections { _id } }'

  beforeAll(async () => {
    api = await startApi({}, undefined, async (store) => {
      directory = store.buckets.directory
      node = await interposeNode(directory, 'bucket_1')
    })
    const located = await locateBuckets(directory)
    const portOf = (bucket: string | null) => located.find(({ name }) => name === bucket)?.node.port
    email = await signInWhere((bucket) => portOf(bucket) === portOf('bucket_1'))
    otherEmail = await signInWhere((bucket) => portOf(bucket) !== portOf('bucket_1'))
  })
  afterAll(() => api.stop())

  /** Organizations are distributed over the buckets by their domains. */
  async function signInWhere(isWanted: (bucket: string | null) => boolean): Promise<string> {
    for (let number = 1; number <= 50; number += 1) {
      const address = `ada@organization-${number}.example`
      await api.execute(address, readConnections)
      const { bucket } = await directory
        .selectFrom('tenants')
        .select('bucket')
        .where('email', '=', address)
        .executeTakeFirstOrThrow()
      if (isWanted(bucket)) return address
    }
    throw new Error('no organization has such a bucket')
  }

  /** Each connection to the cluster notices once that its own connection to the node is gone. */
  async function eventually<Result>(
    attempt: () => Promise<Result>,
    isDone: (result: Result) => boolean,
  ): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      const result = await attempt()
      if (isDone(result) || attempts === 50) return result
    }
  }

  test.each([
    ['queries', readConnections],
    ['mutations', 'mutation { upsertOneMemory(input: { topic: "a", value: "b" }) { topic } }'],
  ])('%s say so in the words of a database that is away, and succeed when it is back', async (_, document) => {
    node.lose()
    const response = await api.execute(email, document)
    expect([response.status, codeOf(response)]).toEqual([200, 'SERVICE_UNAVAILABLE'])
    expect(response.errors?.[0]?.message).toBe('The database is overloaded or unavailable. Try again in a moment.')
    const other = await api.execute(otherEmail, document)
    expect([other.status, other.errors]).toEqual([200, undefined])
    await node.restore()
    const later = await eventually(
      () => api.execute(email, document),
      ({ errors }) => errors === undefined,
    )
    expect(later.errors).toBeUndefined()
  })

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['before its next statement', (tx) => sql`select 1 from bucket_1.syncs`.execute(tx)],
    ['before its commit', async () => undefined],
    ['before a savepoint', (tx) => sql`savepoint part`.execute(tx)],
  ])(
    'a transaction of the directory that has written %s is not committed, and fails as unavailable',
    async (_, next) => {
      const work = inTransaction(directory, async (tx) => {
        await sql`insert into providers (provider, url, definition, date_seen) values ('lost', '', '{}', 0)`.execute(tx)
        node.lose()
        await next(tx)
      })
      expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true)
      await node.restore()
      const find = () => sql`select 1 from providers where provider = 'lost'`.execute(directory).catch(() => undefined)
      expect((await eventually(find, (found) => found !== undefined))?.rows).toEqual([])
    },
  )
})
