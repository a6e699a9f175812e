import { setTimeout as sleep } from 'node:timers/promises'
import { createCache } from '../../src/runtime/cache.ts'

const MAX_HOSTS = 10_000

/** Spaces the requests of this process to each host. */
export class HostPacing {
  readonly #delayMs: number
  readonly #now: () => number
  /** When each host may be requested next (epoch ms). */
  readonly #next = createCache<number>(MAX_HOSTS)

  constructor(delayMs: number, now: () => number) {
    this.#delayMs = delayMs
    this.#now = now
  }

  /** Waits until the host may be requested. `delayMs`: the delay that its site wants, if it is longer than the usual one. */
  async wait(host: string, delayMs: number): Promise<void> {
    const now = this.#now()
    const time = Math.max(now, this.#next.get(host) ?? 0)
    this.#next.set(host, time + Math.max(this.#delayMs, delayMs))
    if (time > now) await sleep(time - now)
  }
}
