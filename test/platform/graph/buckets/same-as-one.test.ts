import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, startApi } from '../api.ts'
import { prepareOrganizations, startMoving } from '../organizations.ts'
import { endGroup, type Group, loggedErrors, observe, startGroup } from './groups.ts'
import { type Step, step, take } from './steps.ts'

const RUNS = randomRuns(5)
const FIRST: Step = { kind: 'task', actor: 'ada', shares: [{ person: 'ben', shared: true, level: 2 }] }
/** Of two people of one bucket, one is no longer a person to the owner. */
const RETYPED: Step[] = [
  { kind: 'join' },
  { kind: 'share', actor: 'ada', block: 0, share: { person: 'dora', shared: true, level: 1 } },
  { kind: 'retype', actor: 'ada', person: 'ben', tagType: 'topic' },
  { kind: 'edit', actor: 'ben', block: 0, title: 'Bye' },
  { kind: 'edit', actor: 'dora', block: 0, title: 'Again' },
]
/** An owner shares with a person who has the same access already, by another approach. */
const SHARED_ANEW: Step[] = [
  { kind: 'task', actor: 'cleo', shares: [{ person: 'ben', shared: true, level: 1 }] },
  { kind: 'share', actor: 'cleo', block: 1, share: { person: 'cleo', shared: true, level: 2 } },
]
const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('people of different buckets', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await prepareOrganizations(api)
  })
  afterAll(() => api.stop())

  const compare = async (steps: readonly Step[]) => {
    const apart = await startGroup(api, [1, 2, 3, 2])
    const gathered = await startGroup(api, [1, 1, 1, 1])
    const both = async <Value>(work: (group: Group) => Promise<Value>) => [await work(apart), await work(gathered)]
    for (const [index, step] of [FIRST, ...steps].entries()) {
      const [code, expected] = await both((group) => take(group, step))
      if (code === 'INTERNAL_SERVER_ERROR') throw new Error(`${JSON.stringify(step)}: ${loggedErrors(api).at(-1)}`)
      expect({ index, step, code }).toEqual({ index, step, code: expected })
      const [seen, expectedToSee] = await both(observe)
      expect({ index, step, seen }).toEqual({ index, step, seen: expectedToSee })
    }
    for (const group of [apart, gathered]) endGroup(group)
  }

  const compareRandom = async () => {
    const steps = fc.array(step, { size: 'max', minLength: 4, maxLength: 24 })
    await fc.assert(fc.asyncProperty(steps, compare), {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[RETYPED], [SHARED_ANEW]],
    })
  }

  test('see and are told the same as people of one bucket', compareRandom, 600_000)

  test('see and are told the same while the buckets move from node to node', async () => {
    const moving = startMoving(api)
    await compareRandom().finally(async () => expect(await moving.end()).toBeGreaterThan(0))
  }, 600_000)
})
