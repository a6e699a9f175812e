import { expect } from '@jest/globals'
import { countersOf, PAGE, PAGES } from '../storage/crash-items.ts'

/** A run as the graph shows it. */
export interface Run {
  _id: string
  state: 'running' | 'ok' | 'failed' | 'deferred'
  pages: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  failedCount: number
}

export const RUNS = `query Runs($input: SyncRunsInput!) {
  syncRuns(input: $input) { _id state pages created updated unchanged skipped failedCount }
}`

const COUNTERS = ['created', 'updated', 'unchanged', 'skipped', 'failedCount'] as const

/** After every death the next page that is asked for is the first that was not kept: the last one, or the one after. */
export function expectNoWayBack(asked: readonly number[]): void {
  const steps = asked.map((page, at) => page - (asked[at - 1] ?? 0))
  expect([asked[0], steps.filter((step) => step !== 0 && step !== 1), asked.at(-1)]).toEqual([0, [], PAGES - 1])
}

/** A run outlives its platform: a pass is one run, and only the death of its database may fail it and need another. */
export function expectOneRun(runs: readonly Run[], serverDeaths: number): void {
  const failed = runs.filter(({ state }) => state === 'failed')
  expect(runs.filter(({ state }) => state === 'ok')).toHaveLength(1)
  expect(runs).toHaveLength(1 + failed.length)
  expect(failed.length).toBeLessThanOrEqual(serverDeaths)
}

/** Every page counts once; but who dies between its last page and its end has that page read once more. */
export function expectCounters(runs: readonly Run[], asked: readonly number[], pass: number): void {
  const again = sumOf(runs, 'pages') - PAGES
  expect(again).toBeLessThan(asked.filter((page) => page === PAGES - 1).length)
  const { created, updated, unchanged } = countersOf(pass)
  const expected = { created, updated, unchanged: unchanged + again * PAGE, skipped: PAGES + again, failedCount: 0 }
  expect(Object.fromEntries(COUNTERS.map((name) => [name, sumOf(runs, name)]))).toEqual(expected)
}

function sumOf(runs: readonly Run[], counter: 'pages' | (typeof COUNTERS)[number]): number {
  return runs.reduce((sum, run) => sum + run[counter], 0)
}
