/** Exponential backoff between connections, with random jitter of up to one half (ms). */
export interface Retry {
  minMs: number
  maxMs: number
}

export const DEFAULT_RETRY: Retry = { minMs: 500, maxMs: 30_000 }

/**
 * Yields what `begin` yields. When it fails, `recover` throws if the error is permanent; otherwise `begin` is called
 * again after a delay. Ends when `begin` ends.
 */
export async function* reconnecting<Item>(
  begin: () => AsyncIterable<Item>,
  recover: (error: unknown) => void | Promise<void>,
  { minMs, maxMs }: Retry,
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
      await recover(error)
    }
    const delayMs = Math.min(maxMs, minMs * 2 ** failures)
    await pause(delayMs * (1 - Math.random() / 2), signal)
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
