/** A signal that aborts after a time or when its parent aborts, and is released when the work is done. */
export interface TimeLimit {
  signal: AbortSignal
  /** Frees the timer and the parent. The signal does not abort any more, unless it has. */
  release: () => void
}

/**
 * Limits work to `milliseconds` and to the life of `parent`. Unlike AbortSignal.timeout and AbortSignal.any, whose timers
 * and references remain until the time is over, it leaves nothing behind when it is released. The reason is that of the
 * parent, or a TimeoutError as AbortSignal.timeout has it.
 */
export function limitTime(milliseconds: number, parent?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }, milliseconds).unref()
  const abort = () => controller.abort(parent?.reason)
  if (parent?.aborted) abort()
  else parent?.addEventListener('abort', abort, { once: true })
  const release = () => {
    clearTimeout(timer)
    parent?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, release }
}
