import type { HttpRequest } from '../http/request.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './kinds.ts'
import { ActiveFault, type FaultRule } from './rule.ts'

/** The kinds that need no further details. */
export type RandomFaultKind = Exclude<FaultKind, 'response' | 'error' | 'hang'> | 'unavailable'

export interface RandomFaultOptions extends Pick<FaultRule, 'path' | 'method' | 'account'> {
  seed: number
  /** The probability of each kind, from 0 to 1. */
  chances: Partial<Record<RandomFaultKind, number>>
}

/** The scripted faults of one mock server. */
export class FaultInjector {
  readonly #errorNames: readonly string[]
  #active: ActiveFault[] = []
  #lastId = 0

  /** `errorNames`: the names of the vendor's errors. Rules with other names are rejected. */
  constructor(errorNames: readonly string[] = []) {
    this.#errorNames = errorNames
  }

  /** Throws a RangeError for an unknown fault kind or error name. */
  add(rule: FaultRule): ActiveFault {
    if (!FAULT_KINDS.includes(rule.fault?.kind)) {
      throw new RangeError(`Unknown fault kind. Known kinds: ${FAULT_KINDS.join(', ')}`)
    }
    if (rule.fault.kind === 'error' && !this.#errorNames.includes(rule.fault.name)) {
      throw new RangeError(`Unknown error "${rule.fault.name}". Known errors: ${this.#errorNames.join(', ')}`)
    }
    const fault = new ActiveFault(++this.#lastId, rule)
    this.#active.push(fault)
    return fault
  }

  /** Adds random faults. The same seed always selects the same requests. */
  random({ seed, chances, ...conditions }: RandomFaultOptions): readonly ActiveFault[] {
    const kinds = Object.entries(chances) as [RandomFaultKind, number][]
    return kinds.map(([kind, chance], index) =>
      this.add({ ...conditions, fault: toFault(kind), chance, seed: seed * 31 + index, count: null }),
    )
  }

  /** Returns the fault that this request triggers, if any: that of the oldest matching rule. */
  trigger(request: HttpRequest): ActiveFault | undefined {
    return this.#active.find((fault) => fault.triggersOn(request))
  }

  list(): readonly ActiveFault[] {
    return this.#active
  }

  /** Removes a rule. Requests that hang because of it are then processed. Returns false if it does not exist. */
  remove(id: number): boolean {
    const fault = this.#active.find((active) => active.id === id)
    this.#active = this.#active.filter((active) => active !== fault)
    fault?.release()
    return fault !== undefined
  }

  clear(): void {
    for (const { id } of this.#active) this.remove(id)
  }
}

function toFault(kind: RandomFaultKind): Fault {
  if (kind === 'unavailable') return { kind: 'response', status: 503 }
  if (kind === 'slow') return { kind, ms: 50 }
  return { kind }
}
