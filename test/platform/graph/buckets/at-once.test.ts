import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, startApi } from '../api.ts'
import { prepareOrganizations, startMoving } from '../organizations.ts'
import { endGroup, type Group, loggedErrors, startGroup } from './groups.ts'
import { step, take } from './steps.ts'

const GROUPS = 4
const MOVES = randomRuns(4)
const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('while buckets move, several groups at once', () => {
  let api: Api
  let groups: Group[]
  beforeAll(async () => {
    api = await startApi()
    await prepareOrganizations(api)
    groups = []
    for (let count = 0; count < GROUPS; count += 1) groups.push(await startGroup(api, [1, 2, 3, 2]))
  })
  afterAll(() => api.stop())

  // Joining waits for its own subscription and for no other.
  const steps = step.filter(({ kind }) => kind !== 'join')

  test('meet no internal error', async () => {
    const moving = startMoving(api)
    const act = async (group: Group) => {
      while (moving.moves() < MOVES) {
        for (const each of fc.sample(steps, 20)) await take(group, each)
      }
    }
    await Promise.all(groups.map(act)).finally(moving.end)
    for (const group of groups) endGroup(group)
    expect(loggedErrors(api)).toEqual([])
  }, 600_000)

  test('lose nothing of their feeds', async () => {
    for (const { db } of api.buckets.all()) {
      const incomplete = sql`
        select f.* from feeds f
        cross join lateral (
          select count(*) as events, coalesce(max(sequence), 0) as newest from change_events e where e.tenant_id = f.tenant_id
        ) e
        where f.sequence <> e.events or f.sequence <> e.newest`
      expect((await incomplete.execute(db)).rows).toEqual([])
    }
  })
})
