import type { Clock } from '../model/clock.ts'
import type { Fence } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import type { Emit } from '../provider/events.ts'

export interface LeaseOptions {
  /** The duration of a lease, and the interval at which it is extended. */
  durationMs: number
  heartbeatMs: number
}

export interface LeasesDeps {
  store: Pick<SyncStore, 'heartbeat' | 'release'>
  clock: Clock
  options: LeaseOptions
  emit: Emit
}

/** The leases that this process holds, extended by a heartbeat that runs as long as there are any. */
export class Leases {
  readonly #deps: LeasesDeps
  readonly #held = new Map<Fence, { expiry: number; onLost: () => void }>()
  /** Cancels the next tick. Undefined when none is scheduled. */
  #cancelTick: (() => void) | undefined

  constructor(deps: LeasesDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#held.size
  }

  fences(): Fence[] {
    return [...this.#held.keys()]
  }

  /** `claimedAt` is when the lease began, by `Clock.elapsed`. `onLost` is called when it ends before it is dropped or released. */
  hold(fence: Fence, claimedAt: number, onLost: () => void): void {
    this.#held.set(fence, { expiry: claimedAt + this.#deps.options.durationMs, onLost })
    this.#scheduleTick()
  }

  /** Stops extending a lease whose run has ended. */
  drop(fence: Fence): void {
    this.#held.delete(fence)
    if (this.#held.size > 0) return
    this.#cancelTick?.()
    this.#cancelTick = undefined
  }

  /** Releases leases so that other workers can claim the syncs immediately. If that fails, the leases expire. */
  async release(fences: readonly Fence[]): Promise<void> {
    const { store, clock, emit } = this.#deps
    for (const fence of fences) this.drop(fence)
    try {
      if (fences.length > 0) await store.release(fences, clock.now())
    } catch (cause) {
      emit({ type: 'store-failed', operation: 'release', cause })
    }
  }

  #scheduleTick(): void {
    if (this.#cancelTick || this.#held.size === 0) return
    this.#cancelTick = this.#deps.clock.schedule(this.#deps.options.heartbeatMs, () => {
      this.#cancelTick = undefined
      this.#loseExpiring()
      // Not awaited: a heartbeat that hangs must delay neither the next one nor the detection of expiring leases.
      void this.#sendHeartbeat()
      this.#scheduleTick()
    })
  }

  async #sendHeartbeat(): Promise<void> {
    const { store, clock, options, emit } = this.#deps
    const fences = this.fences()
    const sentAt = clock.elapsed()
    if (fences.length === 0) return
    try {
      const { held, lost } = await store.heartbeat(fences, clock.now(), options.durationMs)
      for (const fence of lost) this.#lose(fence)
      for (const fence of held) {
        const lease = this.#held.get(fence)
        if (lease) lease.expiry = Math.max(lease.expiry, sentAt + options.durationMs)
      }
    } catch (cause) {
      emit({ type: 'store-failed', operation: 'heartbeat', cause })
    }
  }

  /** Gives up leases that may expire before the next tick, so that none is used when another worker may hold it. */
  #loseExpiring(): void {
    const { clock, options } = this.#deps
    const nextTick = clock.elapsed() + options.heartbeatMs
    for (const [fence, { expiry }] of this.#held) if (expiry <= nextTick) this.#lose(fence)
  }

  #lose(fence: Fence): void {
    const lease = this.#held.get(fence)
    this.#held.delete(fence)
    lease?.onLost()
  }
}
