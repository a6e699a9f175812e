import type { Clock } from '../../../../platform/model/clock.ts'
import { Heap } from './heap.ts'

interface Timer {
  at: number
  /** Timers of one time fire in the order they were set. */
  order: number
  action: (() => void) | undefined
}

/** Time that passes only when it is told to. */
export class VirtualClock implements Clock {
  #now: number
  #order = 0
  readonly #timers = new Heap<Timer>((a, b) => a.at < b.at || (a.at === b.at && a.order < b.order))

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  after(ms: number, action: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, action }
    this.#timers.push(timer)
    return () => {
      timer.action = undefined
    }
  }

  /** Lets time pass up to `end`: each timer fires when everything before it has come to rest. */
  async passUntil(end: number): Promise<void> {
    await rest()
    for (let next = this.#timers.first; next && next.at <= end; next = this.#timers.first) {
      this.#timers.pop()
      if (!next.action) continue
      this.#now = next.at
      next.action()
      await rest()
    }
    this.#now = end
  }

  pass(ms: number): Promise<void> {
    return this.passUntil(this.#now + ms)
  }
}

/** Ends when every promise that can be settled is. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
