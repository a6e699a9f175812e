/** How long to wait before another connection (ms): twice as long each time, up to the most, less up to a half by chance. */
export interface Retry {
  leastMs: number
  mostMs: number
}

export const RETRY: Retry = { leastMs: 500, mostMs: 30_000 }

/**
 * What `begin` yields; begun again whenever it fails with what `mend` lets pass, and not again once it has ended. `mend`
 * throws what cannot be mended.
 */
export async function* reconnecting<Item>(
  begin: () => AsyncIterable<Item>,
  mend: (error: unknown) => void | Promise<void>,
  { leastMs, mostMs }: Retry,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted()
    try {
      for await (const item of begin()) {
        failures = 0
        yield item
      }
      return
    } catch (error) {
      signal.throwIfAborted()
      await mend(error)
    }
    const longest = Math.min(mostMs, leastMs * 2 ** failures)
    await pause(longest * (1 - Math.random() / 2), signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}
