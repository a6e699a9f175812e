import type { Clock } from './clock.ts'
import type { Emit } from './events.ts'
import type { Fence } from './model.ts'
import type { SyncStore } from './store.ts'

export interface LeaseRules {
  /** For how long a sync is taken, and how often that is prolonged (ms). */
  lease: number
  heartbeat: number
}

export interface LeaseParts {
  store: Pick<SyncStore, 'heartbeat' | 'release'>
  clock: Clock
  rules: LeaseRules
  emit: Emit
}

/** What this process holds, kept alive by a heartbeat for as long as there is anything. */
export class Leases {
  readonly #parts: LeaseParts
  readonly #held = new Map<Fence, { until: number; onLost: () => void }>()
  #beating = false
  /** Calls off the next beat; absent while none is waited for. */
  #callOff: (() => void) | undefined

  constructor(parts: LeaseParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#held.size
  }

  fences(): Fence[] {
    return [...this.#held.keys()]
  }

  /** `taken` is when the lease began; `onLost` is told when it ended before it was given back. */
  hold(fence: Fence, taken: number, onLost: () => void): void {
    this.#held.set(fence, { until: taken + this.#parts.rules.lease, onLost })
    this.#beatLater()
  }

  drop(fence: Fence): void {
    this.#held.delete(fence)
    if (this.#held.size > 0 || !this.#callOff) return
    this.#callOff()
    this.#callOff = undefined
    this.#beating = false
  }

  /** Gives syncs back so that others may take them at once. When that fails, their leases run out. */
  async giveBack(fences: readonly Fence[]): Promise<void> {
    const { store, clock, emit } = this.#parts
    for (const fence of fences) this.drop(fence)
    try {
      if (fences.length > 0) await store.release(fences, clock.now())
    } catch (cause) {
      emit({ type: 'store-failed', doing: 'release', cause })
    }
  }

  #beatLater(): void {
    if (this.#beating || this.#held.size === 0) return
    this.#beating = true
    this.#callOff = this.#parts.clock.after(this.#parts.rules.heartbeat, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    const { store, clock, rules, emit } = this.#parts
    this.#callOff = undefined
    const fences = this.fences()
    const now = clock.now()
    try {
      const lost = new Set(fences.length > 0 ? await store.heartbeat(fences, now, rules.lease) : [])
      for (const fence of fences) {
        const held = this.#held.get(fence)
        if (lost.has(fence)) this.#lose(fence)
        else if (held) held.until = now + rules.lease
      }
    } catch (cause) {
      emit({ type: 'store-failed', doing: 'heartbeat', cause })
    }
    this.#loseOverdue()
    this.#beating = false
    this.#beatLater()
  }

  /** A lease that could not be prolonged in time may be another's by now. */
  #loseOverdue(): void {
    for (const [fence, { until }] of this.#held) if (until <= this.#parts.clock.now()) this.#lose(fence)
  }

  #lose(fence: Fence): void {
    const held = this.#held.get(fence)
    this.#held.delete(fence)
    held?.onLost()
  }
}
