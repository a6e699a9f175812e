import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** How long to wait before each further attempt (ms). */
const RETRY_MS = [500, 2_000]

/**
 * A component whose code is loaded when it is first shown. Until then it suspends, and while the network is gone it goes on
 * waiting. What is around it needs a boundary, because the code may be gone: a newer version of the console has other files.
 */
// biome-ignore lint/suspicious/noExplicitAny: the bound that React itself gives to the properties of lazy components
export function lazyPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(() => loadPart(load))
}

/**
 * Loads code by `load`, an `import()`. Waits while the network is gone, and tries again a few times if it fails. Rejects with the
 * error of the last attempt. Browsers that remember a failed import fail at each attempt; there only a new page helps.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const delayMs of RETRY_MS) {
    await untilOnline()
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  await untilOnline()
  return load()
}

/** Loads code before it is needed. A failure is told when it is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

/** Resolves at once unless the browser knows that it has no network. */
function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}
