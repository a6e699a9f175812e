import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'

/** A script in the page: whether it shows its content, with nothing left to load. */
const IS_USEFUL = `() => {
  const main = document.querySelector('main')
  // The address changes before the page does.
  return main !== null && main.dataset.path === location.pathname && main.querySelector('h1') !== null && main.querySelector('[aria-busy="true"]') === null
}`

/** Resolves when a page shows its content. */
export async function waitUntilUseful(page: Page): Promise<void> {
  await page.locator('main:not(:has([aria-busy="true"])) h1').first().waitFor({ timeout: 60_000 })
}

/**
 * Clicks the first element that the selector finds, and returns the time until the page that it leads to shows its
 * content (ms). The time is measured in the page, from the click to the frame in which everything is there. Returns undefined
 * if there is no such element, because a graph may contain nothing of a kind.
 */
export async function measureClick(page: Page, selector: string): Promise<number | undefined> {
  return page.evaluate<number | undefined>(`new Promise((resolve) => {
    const isUseful = ${IS_USEFUL}
    const target = document.querySelector(${JSON.stringify(selector)})
    if (!target) return resolve(undefined)
    const path = new URL(target.href).pathname
    const start = performance.now()
    target.click()
    const check = () => {
      if (location.pathname === path && isUseful()) resolve(performance.now() - start)
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })`)
}

/** What a page holds in memory after everything unused was collected. */
export async function measureMemory(page: Page): Promise<{ heapMB: number; nodes: number; listeners: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  await session.detach()
  return { heapMB: metricOf('JSHeapUsedSize') / 1e6, nodes: metricOf('Nodes'), listeners: metricOf('JSEventListeners') }
}

/** Records which scripts a page loads. */
export function recordScripts(page: Page): { readonly paths: ReadonlySet<string> } {
  const paths = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname)
  })
  return { paths }
}

/** The size of files of the console when each is gzipped (kB of 1,000 bytes). */
export function sizeGzipped(folder: string, paths: Iterable<string>): number {
  let bytes = 0
  for (const path of paths) bytes += gzipSync(readFileSync(join(folder, path)), { level: 9 }).length
  return bytes / 1_000
}

/** Makes a page as slow as one on a machine with a processor this many times slower; 1 for this machine. */
export async function slowDown(page: Page, factor: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: factor })
  return session
}
