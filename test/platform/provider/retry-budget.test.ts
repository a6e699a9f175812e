import { describe, expect, test } from '@jest/globals'
import { DEFAULT_PROVIDER_OPTIONS } from '../../../platform/provider/options.ts'
import { RetryBudget } from '../../../platform/provider/retry-budget.ts'

describe('the retry budget of a provider', () => {
  function budgetAfter(requests: number): RetryBudget {
    const budget = new RetryBudget(DEFAULT_PROVIDER_OPTIONS.retryBudget)
    for (let request = 0; request < requests; request += 1) budget.recordRequest(0)
    return budget
  }
  const takeAll = (budget: RetryBudget, now = 0) => Array.from({ length: 100 }, () => budget.take(now)).filter(Boolean)

  test('allows a fifth of the requests of the last ten seconds', () => {
    expect(takeAll(budgetAfter(50))).toHaveLength(10)
    expect(takeAll(budgetAfter(50), 10_001)).toHaveLength(3)
  })

  test('allows three concurrent retries however few the requests, and another when one has ended', () => {
    const budget = budgetAfter(1)
    const [first] = takeAll(budget)
    expect(takeAll(budget)).toHaveLength(0)
    first?.()
    expect(takeAll(budget)).toHaveLength(1)
  })
})
