import { describe, expect, test } from '@jest/globals'
import { CALL_RULES } from '../../../platform/provider/options.ts'
import { RetryBudget } from '../../../platform/provider/retry-budget.ts'
import { fullPace, type Pace, takeTurn } from '../../../platform/provider/token-bucket.ts'

describe('the pace towards a provider', () => {
  /** When each of so many calls that come at once may begin. */
  function starts(calls: number, from: Pace = fullPace(CALL_RULES.pace, 0), now = 0): number[] {
    let pace = from
    return Array.from({ length: calls }, () => {
      const [next, wait] = takeTurn(pace, now, CALL_RULES.pace)
      pace = next
      return wait
    })
  }

  test('lets forty calls begin at once, and then twenty a second', () => {
    const waits = starts(80)
    expect(waits.slice(0, 40)).toEqual(Array(40).fill(0))
    expect([waits[40], waits[59], waits[79]]).toEqual([50, 1_000, 2_000])
  })

  test('has its burst back after two quiet seconds, and never more than that', () => {
    const spent: Pace = { tokens: 0, at: 0 }
    expect(starts(41, spent, 2_000).filter((wait) => wait === 0)).toHaveLength(40)
    expect(starts(41, spent, 3_600_000).filter((wait) => wait === 0)).toHaveLength(40)
  })
})

describe('the retry budget of a provider', () => {
  function budgetAfter(requests: number): RetryBudget {
    const budget = new RetryBudget(CALL_RULES.retryBudget)
    for (let request = 0; request < requests; request += 1) budget.request(0)
    return budget
  }
  const taken = (budget: RetryBudget, now = 0) => Array.from({ length: 100 }, () => budget.take(now)).filter(Boolean)

  test('allows a fifth of the requests of ten seconds', () => {
    expect(taken(budgetAfter(50))).toHaveLength(10)
    expect(taken(budgetAfter(50), 10_001)).toHaveLength(3)
  })

  test('allows three at a time however few the requests, and the next when one is over', () => {
    const budget = budgetAfter(1)
    const [first] = taken(budget)
    expect(taken(budget)).toHaveLength(0)
    first?.()
    expect(taken(budget)).toHaveLength(1)
  })
})
