import { describe, expect, test } from '@jest/globals'
import type { Claim } from '../../../platform/model/sync.ts'
import { RunQueue } from '../../../platform/sync/run-queue.ts'

const SLOW = 'https://slow.example'
const QUICK = 'https://quick.example'

const createQueue = () => new RunQueue({ maxRunsPerProvider: 3, maxRunsPerConnection: 2, maxWaitingPerProvider: 2 })
const claim = (providerUrl: string, connectionId: string) => ({ connection: { providerUrl, connectionId } }) as Claim

describe('claims of many providers', () => {
  test('start in order, within the limits of their provider and connection', () => {
    const queue = createQueue()
    const claims = ['a', 'a', 'a', 'b'].map((connectionId) => claim(QUICK, connectionId))
    const started = claims.flatMap((next) => (queue.enqueue(next) ? queue.takeReady() : []))
    expect(started).toEqual([claims[0], claims[1], claims[3]])
    queue.release(claims[0] as Claim)
    expect(queue.takeReady()).toEqual([claims[2]])
  })

  test('do not wait for those of a slow provider', () => {
    const queue = createQueue()
    const slow = Array.from({ length: 6 }, (_, index) => claim(SLOW, `s${index}`))
    const accepted = slow.filter((next) => {
      const isAccepted = queue.enqueue(next)
      queue.takeReady()
      return isAccepted
    })
    expect(accepted).toHaveLength(5)
    const quick = claim(QUICK, 'q')
    expect([queue.enqueue(quick), queue.takeReady()]).toEqual([true, [quick]])
    expect([queue.freeCapacity([SLOW]), queue.freeCapacity([SLOW, QUICK]), queue.freeCapacity([])]).toEqual([0, 4, 0])
  })

  test('can be removed until they have started', () => {
    const queue = createQueue()
    const [started, waiting, rest] = [claim(QUICK, 'a'), claim(SLOW, 'b'), claim(SLOW, 'c')]
    queue.enqueue(started)
    queue.takeReady()
    for (const next of [waiting, rest]) queue.enqueue(next)
    expect([queue.remove(started), queue.remove(waiting)]).toEqual([false, true])
    expect([queue.clear(), queue.takeReady()]).toEqual([[rest], []])
  })
})
