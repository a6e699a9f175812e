import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openTestStore, type TestStore } from '../storage/test-store.ts'
import { run } from './run.ts'

const onOneServer = process.env.TEST_CLUSTER_URL ? describe.skip : describe

onOneServer('on a database that is no cluster', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())

  test('the list of buckets says that there is one, and what a cluster needs', async () => {
    const { code, lines } = await run(['buckets'], { DATABASE_URL: store.url })
    expect(code).toBe(0)
    expect(lines.join()).toMatch(/one bucket, with all tenants.*\n.*Citus on two or more servers/)
  })

  test.each([[['add', '2']], [['move', 'bucket_1']], [['rebalance']]])(
    'buckets %j says so, and ends with 1',
    async (args) => {
      const { code, errors } = await run(['buckets', ...args], { DATABASE_URL: store.url })
      expect([code, errors]).toEqual([1, [expect.stringContaining('This database has one bucket')]])
    },
  )
})
