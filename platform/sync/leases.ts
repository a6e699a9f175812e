import type { Clock } from '../model/clock.ts'
import type { Fence } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import type { Emit } from '../provider/events.ts'

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
  /** Calls off the next tick; absent while none is waited for. */
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
    this.#tickLater()
  }

  drop(fence: Fence): void {
    this.#held.delete(fence)
    if (this.#held.size > 0) return
    this.#callOff?.()
    this.#callOff = undefined
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

  #tickLater(): void {
    if (this.#callOff || this.#held.size === 0) return
    this.#callOff = this.#parts.clock.after(this.#parts.rules.heartbeat, () => {
      this.#callOff = undefined
      this.#loseOverdue()
      // Not waited for: one that hangs must hinder neither the next nor anybody from seeing that leases run out.
      void this.#beat()
      this.#tickLater()
    })
  }

  async #beat(): Promise<void> {
    const { store, clock, rules, emit } = this.#parts
    const fences = this.fences()
    const now = clock.now()
    if (fences.length === 0) return
    try {
      const lost = new Set(await store.heartbeat(fences, now, rules.lease))
      for (const fence of fences) {
        const held = this.#held.get(fence)
        if (lost.has(fence)) this.#lose(fence)
        else if (held) held.until = Math.max(held.until, now + rules.lease)
      }
    } catch (cause) {
      emit({ type: 'store-failed', doing: 'heartbeat', cause })
    }
  }

  /** A lease that could not be prolonged is given up before it can be another's: by the next tick it may be. */
  #loseOverdue(): void {
    const { clock, rules } = this.#parts
    const soon = clock.now() + rules.heartbeat
    for (const [fence, { until }] of this.#held) if (until <= soon) this.#lose(fence)
  }

  #lose(fence: Fence): void {
    const held = this.#held.get(fence)
    this.#held.delete(fence)
    held?.onLost()
  }
}
