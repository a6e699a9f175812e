import type { Page } from 'playwright-core'
import { percentile, round } from '../report.ts'
import { measureClick, measureMemory, waitUntilUseful } from './browser.ts'

/** What is clicked, in turn: pages of the navigation, and what they list. */
const STEPS: readonly { name: string; selector: string }[] = [
  { name: 'search', selector: 'nav a[href="/search"]' },
  { name: 'a block', selector: 'main a[href^="/blocks/"]' },
  { name: 'people', selector: 'nav a[href="/people"]' },
  { name: 'a person', selector: 'main a[href^="/tags/"]' },
  { name: 'companies', selector: 'nav a[href="/companies"]' },
  { name: 'tables', selector: 'nav a[href="/tables"]' },
  { name: 'recommendations', selector: 'nav a[href="/recommendations"]' },
  { name: 'connections', selector: 'nav a[href="/connections"]' },
  { name: 'settings', selector: 'nav a[href="/settings"]' },
  { name: 'graph', selector: 'nav a[href="/graph"]' },
  { name: 'today', selector: 'nav a[href="/"]' },
]

/** Page changes after which memory is measured again. */
const MEMORY_CHANGES = 200

export interface PageChanges {
  rows: Record<string, string | number>[]
  p50: number
  p95: number
  memory: { changes: number; before: number; after: number; nodesBefore: number; nodesAfter: number }
}

/**
 * Changes pages as somebody does who never points at a link before clicking it, so that nothing is loaded ahead, and returns
 * the times per page (ms). The first round also loads the code of each page, and is reported by itself.
 */
export async function measurePageChanges(page: Page, rounds: number): Promise<PageChanges> {
  const first = await measureRound(page)
  const before = await measureMemory(page)
  const times = new Map<string, number[]>()
  let changes = 0
  for (let round = 0; round < rounds || changes < MEMORY_CHANGES; round += 1) {
    for (const [name, ms] of await measureRound(page)) {
      changes += 1
      times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  const after = await measureMemory(page)
  const all = [...times.values()].flat()
  const rows = [...times].map(([name, samples]) => ({
    page: name,
    'first ms': round(first.get(name) ?? Number.NaN),
    'p50 ms': round(percentile(samples, 0.5)),
    'p95 ms': round(percentile(samples, 0.95)),
  }))
  return {
    rows,
    p50: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    memory: {
      changes,
      before: round(before.heapMB),
      after: round(after.heapMB),
      nodesBefore: before.nodes,
      nodesAfter: after.nodes,
    },
  }
}

/** One round through all pages. What a graph contains nothing of is left out. */
async function measureRound(page: Page): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { name, selector } of STEPS) {
    await waitUntilUseful(page)
    const ms = await measureClick(page, selector)
    if (ms !== undefined) times.set(name, ms)
  }
  return times
}
