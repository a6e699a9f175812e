import { describe, expect, test } from '@jest/globals'
import type { Report } from '../../conformance/index.ts'

/** A test for every result of a run: neither a rule that the specification states is violated, nor another one. */
export function describeReport({ provider, results }: Report): void {
  describe(`provider ${provider.name}`, () => {
    const table = results
      .filter(({ outcome }) => outcome !== 'skipped')
      .map((result) => {
        const { account, application, route, rule } = result
        return { title: [account ?? application, route, rule].filter((part) => part !== undefined).join(' '), result }
      })

    test.each(table)('$title', ({ result: { violations, requires } }) => {
      expect({ requires, violations }).toEqual({ requires, violations: [] })
    })
  })
}

/** The rules that could not be run, each with what it could not be applied to. */
export function skippedIn({ results }: Report): string[] {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  return [...new Set(skipped.map(({ rule, application }) => (application ? `${rule} ${application}` : rule)))].sort()
}
