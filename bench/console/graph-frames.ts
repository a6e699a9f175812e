import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../test/kit/chromium.ts'
import { percentile, report, round } from '../report.ts'
import { serveFolder } from './serve-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = fileURLToPath(new URL('graph-frames/', import.meta.url))
/** Nodes and links. The last size is the one whose median frame must stay below the limit. */
const SIZES = [
  [500, 2_000],
  [2_000, 6_000],
] as const
const MAX_MEDIAN_MS = 33
const ACTIONS = ['pan', 'zoom', 'hover'] as const
const FRAMES = 240

type Frames = Record<(typeof ACTIONS)[number], number[]>

/**
 * Measures the time between frames while the graph picture is panned, zoomed and pointed at, in Chromium without a graphics
 * card. Throws if the median of the largest graph is not below 33 ms.
 */
export async function benchGraphFrames(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-frames-'))
  await buildPage(folder)
  const server = await serveFolder(folder)
  const browser = await launchChromium()
  try {
    const rows: Record<string, string | number>[] = []
    for (const [nodes, links] of SIZES) {
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
      await page.goto(server.url)
      const { shownMs, settledMs } = await call<{ shownMs: number; settledMs: number }>(
        page,
        `showGraph(${nodes}, ${links})`,
      )
      const frames = await measure(page)
      await page.close()
      for (const action of ACTIONS) rows.push(toRow({ nodes, links, action }, frames[action]))
      rows.push({ nodes, links, action: 'show', 'median ms': round(shownMs) })
      rows.push({ nodes, links, action: 'settle', 'median ms': round(settledMs) })
    }
    const figures = rows.map((row) => [`${row.nodes} ${row.action}`, Number(row['median ms'])])
    report('Frames of the graph picture, without a graphics card', rows, {
      benchmark: 'console-graph-frames',
      ...Object.fromEntries(figures),
    })
    const [maxNodes] = SIZES.at(-1) ?? []
    const measured = rows.filter(({ nodes, 'p95 ms': p95 }) => nodes === maxNodes && p95 !== undefined)
    const tooSlow = measured.filter((row) => Number(row['median ms']) >= MAX_MEDIAN_MS)
    if (tooSlow.length > 0) throw new Error(`The median frame is not below ${MAX_MEDIAN_MS} ms.`)
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(page: Page): Promise<Frames> {
  const frames: Partial<Frames> = {}
  for (const action of ACTIONS) frames[action] = await call<number[]>(page, `measureFrames('${action}', ${FRAMES})`)
  return frames as Frames
}

function call<Result>(page: Page, expression: string): Promise<Result> {
  return page.evaluate(`window.${expression}`) as Promise<Result>
}

function toRow(labels: Record<string, string | number>, times: readonly number[]): Record<string, string | number> {
  return { ...labels, 'median ms': round(percentile(times, 0.5)), 'p95 ms': round(percentile(times, 0.95)) }
}

/** Builds the page with the component as it is shipped. */
async function buildPage(folder: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', PAGE, '--outDir', folder, '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error('The page could not be built.')
}
