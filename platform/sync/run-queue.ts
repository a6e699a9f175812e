import type { Claim } from '../model/sync.ts'

export interface RunQueueOptions {
  /** The maximum number of concurrent runs of one provider, and of one connection. */
  maxRunsPerProvider: number
  maxRunsPerConnection: number
  /** The maximum number of waiting claims of one provider. */
  maxWaitingPerProvider: number
}

/** The claimed runs that wait for their turn, by provider, so that a slow provider does not hold up the others. */
export class RunQueue {
  readonly #options: RunQueueOptions
  readonly #waiting = new Map<string, Claim[]>()
  readonly #runsByProvider = new Map<string, number>()
  readonly #runsByConnection = new Map<string, number>()

  constructor(options: RunQueueOptions) {
    this.#options = options
  }

  /** Returns false when the provider's queue is full. */
  enqueue(claim: Claim): boolean {
    const { providerUrl } = claim.connection
    const queue = this.#waiting.get(providerUrl) ?? []
    if (queue.length >= this.#options.maxWaitingPerProvider) return false
    queue.push(claim)
    this.#waiting.set(providerUrl, queue)
    return true
  }

  /** Dequeues the claims that may start now, in order of arrival. They count as running from now on. */
  takeReady(): Claim[] {
    return [...this.#waiting.keys()].flatMap((providerUrl) => this.#takeReadyOf(providerUrl))
  }

  #takeReadyOf(providerUrl: string): Claim[] {
    const ready: Claim[] = []
    const rest: Claim[] = []
    for (const claim of this.#waiting.get(providerUrl) ?? []) {
      const fits =
        getCount(this.#runsByProvider, providerUrl) < this.#options.maxRunsPerProvider &&
        getCount(this.#runsByConnection, claim.connection.connectionId) < this.#options.maxRunsPerConnection
      if (fits) {
        this.#countRun(claim, 1)
        ready.push(claim)
      } else {
        rest.push(claim)
      }
    }
    if (rest.length > 0) this.#waiting.set(providerUrl, rest)
    else this.#waiting.delete(providerUrl)
    return ready
  }

  /** Must be called when a run has ended. */
  release(claim: Claim): void {
    this.#countRun(claim, -1)
  }

  /** The number of claims that fit if all of them were of the least busy of these providers. */
  freeCapacity(providerUrls: readonly string[]): number {
    const { maxRunsPerProvider, maxWaitingPerProvider } = this.#options
    const capacity = maxRunsPerProvider + maxWaitingPerProvider
    const loads = providerUrls.map((url) => getCount(this.#runsByProvider, url) + (this.#waiting.get(url)?.length ?? 0))
    return capacity - Math.min(...loads, capacity)
  }

  /** Removes a waiting claim. Returns false when it is not waiting any more. */
  remove(claim: Claim): boolean {
    const queue = this.#waiting.get(claim.connection.providerUrl) ?? []
    const rest = queue.filter((waiting) => waiting !== claim)
    this.#waiting.set(claim.connection.providerUrl, rest)
    return rest.length < queue.length
  }

  /** Removes and returns all waiting claims. */
  clear(): Claim[] {
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return waiting
  }

  #countRun({ connection }: Claim, change: 1 | -1): void {
    addToCount(this.#runsByProvider, connection.providerUrl, change)
    addToCount(this.#runsByConnection, connection.connectionId, change)
  }
}

function getCount(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}

function addToCount(counts: Map<string, number>, key: string, change: number): void {
  const count = getCount(counts, key) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
