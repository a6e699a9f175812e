import { describe, expect, test } from '@jest/globals'
import { type Report, RULES } from '../../conformance/index.ts'
import { conform } from './bad-provider/conform.ts'
import { DEFECTS, type Defect } from './bad-provider/defects.ts'

/** Tests the rules themselves, with a provider that shares no code with the hub and has mistakes that can be switched on. */

/** Rules that send hundreds of requests or 50 MB. They are run with mistakes about bodies only. */
const LARGE = ['body.missing-member', 'body.wrong-type', 'body.out-of-range', 'body.large', 'body.too-large']
const OTHERS = RULES.map(({ id }) => id).filter((id) => !LARGE.includes(id))

function violatedIn({ results }: Report): string[] {
  const violated = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
  return [...new Set(violated.map(({ rule }) => rule))].sort()
}

/** A report takes a second on an idle machine. */
const SLOW_MS = 180_000

describe('a provider that obeys the specification', () => {
  test(
    'violates no rule, and every rule is run',
    async () => {
      const report = await conform()
      expect(violatedIn(report)).toEqual([])
      expect(report.outcome).toBe('passed')
      const passed = new Set(report.results.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule))
      expect(RULES.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([])
    },
    SLOW_MS,
  )
})

test('a credential that cannot be refreshed is not judged as one that was', async () => {
  const { results } = await conform(['the vendor issues no refresh tokens'], ['refresh.fields'])
  expect(results).toMatchObject([
    { outcome: 'skipped', reason: 'the vendor has issued no refresh token' },
    { outcome: 'skipped', reason: 'the vendor has issued no refresh token' },
  ])
})

describe('a provider with one mistake', () => {
  const table = Object.entries(DEFECTS).map(([defect, rules]) => ({
    defect: defect as Defect,
    rules: rules as readonly string[],
  }))

  test.each(table)(
    '“$defect” violates $rules and no other rule',
    async ({ defect, rules }) => {
      const isAboutBodies = rules.some((rule) => rule.startsWith('body.'))
      const report = await conform([defect], isAboutBodies ? [''] : OTHERS)
      expect(violatedIn(report)).toEqual(rules.toSorted())
      expect(report.outcome).toBe(report.counts.failed > 0 ? 'failed' : 'passed')
    },
    SLOW_MS,
  )

  test('there is a mistake for every rule', () => {
    const proven = new Set<string>(Object.values(DEFECTS).flat())
    expect(RULES.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([])
  })
})
