import type { Browser, Page } from 'playwright-core'
import { buildConsole } from '../console/build.ts'
import { launchChromium } from '../test/kit/chromium.ts'
import { recordScripts, sizeGzipped, waitUntilUseful } from './console/browser.ts'
import { benchGraphFrames } from './console/graph-frames.ts'
import { type ServedGraph, serveDemo, serveLarge } from './console/graphs.ts'
import { measurePageChanges, type PageChanges } from './console/page-changes.ts'
import { percentile, report, round } from './report.ts'

/** Blocks of the large graph. */
const BLOCKS = Number(process.env.GRAPH_BLOCKS ?? '100000')
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? '10')
/** How often the first load is measured, each time in a browser context without a cache. */
const FIRST_LOADS = 7

/** Measures the console in Chromium: first load, page changes and memory, on the demo and on a large graph, and the frames of the graph picture. */
export async function benchConsole(): Promise<void> {
  const folder = await buildConsole()
  const browser = await launchChromium()
  try {
    for (const serve of [serveDemo, (built: string) => serveLarge(built, BLOCKS)]) {
      const graph = await serve(folder)
      try {
        reportGraph(graph, await measureFirstLoads(browser, graph, folder), await measureChanges(browser, graph))
      } finally {
        await graph.stop()
      }
    }
  } finally {
    await browser.close()
  }
  await benchGraphFrames()
}

/** The files of charts. */
const CHARTS = /\/(draw|bucket-chart)-/

interface FirstLoad {
  scriptsKB: number
  /** From opening the address to a page with its content, through the issuer and without a cache (ms). */
  cold: number[]
  /** The same with a cache. */
  cached: number[]
}

async function measureFirstLoads(browser: Browser, graph: ServedGraph, folder: string): Promise<FirstLoad> {
  const result: FirstLoad = { scriptsKB: 0, cold: [], cached: [] }
  for (let count = 0; count < FIRST_LOADS; count += 1) {
    const page = await browser.newPage()
    const scripts = recordScripts(page)
    result.cold.push(await measureLoad(page, signInAddress(graph)))
    // The page can be used before its chart is there, whose library is as large as a third of everything else.
    result.scriptsKB = sizeGzipped(
      folder,
      [...scripts.paths].filter((path) => !CHARTS.test(path)),
    )
    result.cached.push(await measureLoad(page, graph.url))
    await page.close()
  }
  return result
}

async function measureLoad(page: Page, address: string): Promise<number> {
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await waitUntilUseful(page)
  return performance.now() - start
}

async function measureChanges(browser: Browser, graph: ServedGraph): Promise<PageChanges> {
  const page = await browser.newPage()
  await measureLoad(page, signInAddress(graph))
  const changes = await measurePageChanges(page, ROUNDS)
  await page.close()
  return changes
}

function signInAddress({ url, email }: ServedGraph): string {
  return `${url}/sign-in?login_hint=${email}`
}

function reportGraph({ name }: ServedGraph, load: FirstLoad, { rows, p50, p95, memory }: PageChanges): void {
  const figures = {
    'scripts of the first load without charts, gzipped kB': round(load.scriptsKB),
    'first useful paint, ms': round(percentile(load.cold, 0.5)),
    'the same with a cache, ms': round(percentile(load.cached, 0.5)),
    'page change p50, ms': round(p50),
    'page change p95, ms': round(p95),
    'heap before, MB': memory.before,
    [`heap after ${memory.changes} page changes, MB`]: memory.after,
    'DOM nodes before': memory.nodesBefore,
    'DOM nodes after': memory.nodesAfter,
  }
  report(`Console, ${name}: page changes`, rows, { benchmark: 'console', graph: name, ...figures })
  report(
    `Console, ${name}`,
    Object.entries(figures).map(([figure, value]) => ({ figure, value })),
    { benchmark: 'console-summary', graph: name },
  )
}
