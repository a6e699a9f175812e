import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inTransaction, isUnavailable, type Tx } from '../../../../platform/storage/postgres/database.ts'
import { type ClusterNode, interposeNode } from '../../storage/cluster-node.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('while the node that holds the tables is lost', () => {
  let api: Api
  let node: ClusterNode
  const email = newEmail()
  const readConnections = '{ connections { _id } }'

  beforeAll(async () => {
    api = await startApi()
    node = await interposeNode(api.db)
    await api.execute(email, readConnections)
  })
  afterAll(() => api.stop())

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
    await node.restore()
    const later = await eventually(
      () => api.execute(email, document),
      ({ errors }) => errors === undefined,
    )
    expect(later.errors).toBeUndefined()
  })

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['before its next statement', (tx) => sql`select 1 from syncs`.execute(tx)],
    ['before its commit', async () => undefined],
    ['before a savepoint', (tx) => sql`savepoint part`.execute(tx)],
  ])('a transaction that has written %s is not committed, and fails as unavailable', async (_, next) => {
    const work = inTransaction(api.db, async (tx) => {
      await sql`insert into providers (provider, url, definition, date_seen) values ('lost', '', '{}', 0)`.execute(tx)
      node.lose()
      await next(tx)
    })
    expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true)
    await node.restore()
    const find = () => sql`select 1 from providers where provider = 'lost'`.execute(api.db).catch(() => undefined)
    expect((await eventually(find, (found) => found !== undefined))?.rows).toEqual([])
  })
})
