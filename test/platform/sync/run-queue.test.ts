import { describe, expect, test } from '@jest/globals'
import type { Claim } from '../../../platform/model/sync.ts'
import { Lanes } from '../../../platform/sync/run-queue.ts'

const SLOW = 'https://slow.example'
const QUICK = 'https://quick.example'

const lanes = () => new Lanes({ runsPerProvider: 3, runsPerConnection: 2, waitingPerProvider: 2 })
const claim = (providerUrl: string, connectionId: string) => ({ connection: { providerUrl, connectionId } }) as Claim

describe('claims of many providers', () => {
  test('begin in their order, as far as their provider and their connection have room', () => {
    const lane = lanes()
    const claims = ['a', 'a', 'a', 'b'].map((connectionId) => claim(QUICK, connectionId))
    const begun = claims.flatMap((one) => (lane.offer(one) ? lane.takeReady() : []))
    expect(begun).toEqual([claims[0], claims[1], claims[3]])
    lane.leave(claims[0] as Claim)
    expect(lane.takeReady()).toEqual([claims[2]])
  })

  test('do not wait for those of a slow one', () => {
    const lane = lanes()
    const slow = Array.from({ length: 6 }, (_, at) => claim(SLOW, `s${at}`))
    const taken = slow.filter((one) => {
      const isIn = lane.offer(one)
      lane.takeReady()
      return isIn
    })
    expect(taken).toHaveLength(5)
    const quick = claim(QUICK, 'q')
    expect([lane.offer(quick), lane.takeReady()]).toEqual([true, [quick]])
    expect([lane.room([SLOW]), lane.room([SLOW, QUICK]), lane.room([])]).toEqual([0, 4, 0])
  })

  test('are taken back as long as they have not begun', () => {
    const lane = lanes()
    const [begun, waiting, other] = [claim(QUICK, 'a'), claim(SLOW, 'b'), claim(SLOW, 'c')]
    lane.offer(begun)
    lane.takeReady()
    for (const one of [waiting, other]) lane.offer(one)
    expect([lane.withdraw(begun), lane.withdraw(waiting)]).toEqual([false, true])
    expect([lane.clear(), lane.takeReady()]).toEqual([[other], []])
  })
})
