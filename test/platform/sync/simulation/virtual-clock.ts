import type { Clock } from '../../../../platform/model/clock.ts'
import { Heap } from '../memory-store/heap.ts'

interface Timer {
  date: number
  /** Timers of the same time fire in the order in which they were set. */
  order: number
  action: (() => void) | undefined
}

/** A clock that only advances when a test tells it to. */
export class VirtualClock implements Clock {
  #now: number
  #elapsed = 0
  #order = 0
  readonly #timers = new Heap<Timer>((a, b) => a.date < b.date || (a.date === b.date && a.order < b.order))

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#elapsed
  }

  schedule(ms: number, action: () => void): () => void {
    const timer: Timer = { date: this.#elapsed + Math.max(0, ms), order: this.#order++, action }
    this.#timers.push(timer)
    return () => {
      timer.action = undefined
    }
  }

  /** Sets the date, as an operator or a time server does. Timers and durations are not affected. */
  jump(ms: number): void {
    this.#now += ms
  }

  advanceTo(date: number): Promise<void> {
    return this.advance(date - this.#now)
  }

  /** Each timer fires when all promises of the previous ones have settled. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms
    await settle()
    for (let next = this.#timers.first; next && next.date <= end; next = this.#timers.first) {
      this.#timers.pop()
      if (!next.action) continue
      this.#pass(next.date)
      next.action()
      await settle()
    }
    this.#pass(end)
  }

  #pass(elapsed: number): void {
    this.#now += elapsed - this.#elapsed
    this.#elapsed = elapsed
  }
}

/** Resolves when all promises that can settle have settled. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
