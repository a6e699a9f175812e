import { describe, expect, test } from '@jest/globals'
import { forEachConcurrently } from '../../../src/runtime/concurrency.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('working through a list', () => {
  test('takes each item once, in order, so many at a time', async () => {
    const begun: number[] = []
    let [running, maxRunning] = [0, 0]
    await forEachConcurrently(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
      begun.push(item)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await tick()
      running -= 1
    })
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(maxRunning).toBe(3)
  })

  test('begins nothing more after a failure, and rejects with it', async () => {
    const begun: number[] = []
    const work = forEachConcurrently(2, [1, 2, 3, 4, 5, 6], async (item) => {
      begun.push(item)
      await tick()
      if (item === 2) throw new Error('the second')
    })
    await expect(work).rejects.toThrow('the second')
    await tick()
    await tick()
    expect(begun.length).toBeLessThanOrEqual(3)
  })

  test('ends when its items do, whoever decides that', async () => {
    const begun: number[] = []
    function* untilThree() {
      for (let item = 1; begun.length < 3; item += 1) yield item
    }
    await forEachConcurrently(2, untilThree(), async (item) => {
      begun.push(item)
      await tick()
    })
    expect(begun).toEqual([1, 2, 3])
  })

  test('of nothing is nothing', async () => {
    await expect(forEachConcurrently(5, [], async () => {})).resolves.toBeUndefined()
  })
})
