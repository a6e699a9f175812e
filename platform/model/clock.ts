/** The engine's source of time. It is a parameter, so that tests can simulate a month in seconds. */
export interface Clock {
  /** Epoch ms. May jump when the clock that it follows is set; for dates that are stored or shown. */
  now(): number
  /** The time since an arbitrary moment (ms), which never jumps; for durations within this process. */
  elapsed(): number
  /** Runs `action` once after `ms` milliseconds. Returns a function that cancels it. */
  schedule(ms: number, action: () => void): () => void
}

/** The maximum delay of a Node timer: a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => Math.round(performance.now()),
  schedule(ms, action) {
    const timer = setTimeout(action, Math.min(ms, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` milliseconds or when the signal aborts, whichever comes first. It never rejects. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.schedule(ms, done)
    signal?.addEventListener('abort', done)
  })
}

/** A signal that aborts when the time has expired or when an outer signal aborts. */
export interface Timeout {
  signal: AbortSignal
  /** Whether the signal aborted because the time expired. */
  hasExpired(): boolean
  /** Must be called when the limited operation has finished. */
  clear(): void
}

export function startTimeout(clock: Clock, ms: number, outerSignal?: AbortSignal): Timeout {
  const controller = new AbortController()
  let expired = false
  const abortWithOuter = () => controller.abort(outerSignal?.reason)
  const cancel = clock.schedule(ms, () => {
    expired = true
    controller.abort(new Error(`timed out after ${ms} ms`))
  })
  if (outerSignal?.aborted) abortWithOuter()
  else outerSignal?.addEventListener('abort', abortWithOuter)
  const clear = () => {
    cancel()
    outerSignal?.removeEventListener('abort', abortWithOuter)
  }
  return { signal: controller.signal, hasExpired: () => expired, clear }
}
