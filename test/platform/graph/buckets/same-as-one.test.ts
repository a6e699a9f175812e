import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, startApi } from '../api.ts'
import { prepareOrganizations } from '../organizations.ts'
import { observe, startGroup } from './groups.ts'
import { type Step, step, take } from './steps.ts'

const RUNS = randomRuns(4)
const FIRST: Step = { kind: 'task', actor: 'ada', shares: [{ person: 'ben', shared: true, level: 2 }] }
/** Of two people of one bucket, one is no longer a person to the owner. */
const RETYPED: Step[] = [
  { kind: 'join' },
  { kind: 'share', actor: 'ada', block: 0, share: { person: 'dora', shared: true, level: 1 } },
  { kind: 'retype', actor: 'ada', person: 'ben', tagType: 'topic' },
  { kind: 'edit', actor: 'ben', block: 0, title: 'Bye' },
  { kind: 'edit', actor: 'dora', block: 0, title: 'Again' },
]
const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('people of different buckets', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await prepareOrganizations(api)
  })
  afterAll(() => api.stop())

  test('see and are told the same as people of one bucket', async () => {
    const steps = fc.array(step, { size: 'max', minLength: 4, maxLength: 24 })
    const property = fc.asyncProperty(steps, async (steps) => {
      const groups = await Promise.all([startGroup(api, [1, 2, 3, 2]), startGroup(api, [1, 1, 1, 1])])
      const [apart, gathered] = groups as [(typeof groups)[0], (typeof groups)[0]]
      const both = async <Value>(work: (group: typeof apart) => Promise<Value>) => [
        await work(apart),
        await work(gathered),
      ]
      for (const [index, step] of [FIRST, ...steps].entries()) {
        const [code, expected] = await both((group) => take(group, step))
        expect({ index, step, code }).toEqual({ index, step, code: expected })
        const [seen, expectedToSee] = await both(observe)
        expect({ index, step, seen }).toEqual({ index, step, seen: expectedToSee })
      }
    })
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true, examples: [[RETYPED]] })
  }, 600_000)
})
