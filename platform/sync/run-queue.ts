import type { Claim } from '../model/sync.ts'

export interface LaneRules {
  /** Runs at a time: of one provider, and of one connection. */
  runsPerProvider: number
  runsPerConnection: number
  /** Claims of one provider that may wait for their turn. */
  waitingPerProvider: number
}

/** Which claimed runs may begin. A slow provider fills its own lane, and the others go on. */
export class Lanes {
  readonly #rules: LaneRules
  readonly #waiting = new Map<string, Claim[]>()
  readonly #providers = new Map<string, number>()
  readonly #connections = new Map<string, number>()

  constructor(rules: LaneRules) {
    this.#rules = rules
  }

  /** Takes a claim in; false when its lane is full. */
  offer(claim: Claim): boolean {
    const { providerUrl } = claim.connection
    const lane = this.#waiting.get(providerUrl) ?? []
    if (lane.length >= this.#rules.waitingPerProvider) return false
    lane.push(claim)
    this.#waiting.set(providerUrl, lane)
    return true
  }

  /** Claims that may begin now, in the order they came; they count as running from then on. */
  takeReady(): Claim[] {
    return [...this.#waiting.keys()].flatMap((providerUrl) => this.#takeFrom(providerUrl))
  }

  #takeFrom(providerUrl: string): Claim[] {
    const ready: Claim[] = []
    const rest: Claim[] = []
    for (const claim of this.#waiting.get(providerUrl) ?? []) {
      const fits =
        count(this.#providers, providerUrl) < this.#rules.runsPerProvider &&
        count(this.#connections, claim.connection.connectionId) < this.#rules.runsPerConnection
      if (fits) {
        this.#move(claim, 1)
        ready.push(claim)
      } else {
        rest.push(claim)
      }
    }
    if (rest.length > 0) this.#waiting.set(providerUrl, rest)
    else this.#waiting.delete(providerUrl)
    return ready
  }

  /** A run is over. */
  leave(claim: Claim): void {
    this.#move(claim, -1)
  }

  /** For how many more claims there is room, should they all be of the emptiest of these providers. */
  room(providerUrls: readonly string[]): number {
    const { runsPerProvider, waitingPerProvider } = this.#rules
    const used = providerUrls.map((url) => count(this.#providers, url) + (this.#waiting.get(url)?.length ?? 0))
    return runsPerProvider + waitingPerProvider - Math.min(...used, runsPerProvider + waitingPerProvider)
  }

  /** Takes back a claim that has not begun; false when it has. */
  withdraw(claim: Claim): boolean {
    const lane = this.#waiting.get(claim.connection.providerUrl) ?? []
    const rest = lane.filter((waiting) => waiting !== claim)
    this.#waiting.set(claim.connection.providerUrl, rest)
    return rest.length < lane.length
  }

  /** Takes back everything that has not begun. */
  clear(): Claim[] {
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return waiting
  }

  #move({ connection }: Claim, by: 1 | -1): void {
    add(this.#providers, connection.providerUrl, by)
    add(this.#connections, connection.connectionId, by)
  }
}

function count(counts: ReadonlyMap<string, number>, name: string): number {
  return counts.get(name) ?? 0
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const sum = count(counts, name) + by
  if (sum === 0) counts.delete(name)
  else counts.set(name, sum)
}
