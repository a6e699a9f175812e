/** Time as the engine knows it. It is a parameter, so that a test can let a month pass in a second. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Does something once, after so many ms. Answers how to call it off. */
  after(ms: number, action: () => void): () => void
}

/** Timers of Node hold no longer time than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  after(ms, action) {
    const timer = setTimeout(action, Math.min(ms, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

/** Ends after so many ms, or as soon as the signal aborts; which of the two, the caller asks the signal. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}

/** A signal that aborts when its time is up, or when the outer one does. */
export interface TimeLimit {
  signal: AbortSignal
  /** Whether the time was what ended it. */
  isOver(): boolean
  /** To be called when what was limited is done. */
  end(): void
}

export function limitTime(clock: Clock, ms: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  let over = false
  const follow = () => controller.abort(outer?.reason)
  const cancel = clock.after(ms, () => {
    over = true
    controller.abort(new Error(`not done within ${ms} ms`))
  })
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow)
  const end = () => {
    cancel()
    outer?.removeEventListener('abort', follow)
  }
  return { signal: controller.signal, isOver: () => over, end }
}
