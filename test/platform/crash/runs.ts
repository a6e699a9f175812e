import { expect } from '@jest/globals'
import { countersOf, PAGE, PAGES } from '../storage/crash/mailbox.ts'

/** A SyncRun of the graph. */
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

export const RUNS_QUERY = `query Runs($input: SyncRunsInput!) {
  syncRuns(input: $input) { _id state pages created updated unchanged skipped failedCount }
}`

const COUNTERS = ['created', 'updated', 'unchanged', 'skipped', 'failedCount'] as const

/** After every kill the sync resumes at its checkpoint, so that at most the last requested page is requested again. */
export function expectResumedAtCheckpoint(requestedPages: readonly number[]): void {
  const steps = requestedPages.map((page, index) => page - (requestedPages[index - 1] ?? 0))
  expect([requestedPages[0], steps.filter((step) => step !== 0 && step !== 1), requestedPages.at(-1)]).toEqual([
    0,
    [],
    PAGES - 1,
  ])
}

/** A run outlives its platform: a pass is one run, unless the death of the database makes it fail. */
export function expectSingleRun(runs: readonly Run[], serverDeaths: number): void {
  const failed = runs.filter(({ state }) => state === 'failed')
  expect(runs.filter(({ state }) => state === 'ok')).toHaveLength(1)
  expect(runs).toHaveLength(1 + failed.length)
  expect(failed.length).toBeLessThanOrEqual(serverDeaths)
}

/** Every page counts once, but a run that is killed between its last page and its end reads that page again. */
export function expectCounters(runs: readonly Run[], requestedPages: readonly number[], pass: number): void {
  const repeatedPages = sumCounter(runs, 'pages') - PAGES
  expect(repeatedPages).toBeLessThan(requestedPages.filter((page) => page === PAGES - 1).length)
  const { created, updated, unchanged } = countersOf(pass)
  const expected = {
    created,
    updated,
    unchanged: unchanged + repeatedPages * PAGE,
    skipped: PAGES + repeatedPages,
    failedCount: 0,
  }
  expect(Object.fromEntries(COUNTERS.map((name) => [name, sumCounter(runs, name)]))).toEqual(expected)
}

function sumCounter(runs: readonly Run[], counter: 'pages' | (typeof COUNTERS)[number]): number {
  return runs.reduce((sum, run) => sum + run[counter], 0)
}
