import type { Call } from './call.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './fault.ts'
import { ActiveFault, type FaultRule } from './fault-rule.ts'

/** The kinds that make sense without further details, for faults at random. */
export type RandomKind = Exclude<FaultKind, 'answer' | 'error' | 'hang'> | 'unavailable'

export interface RandomFaults extends Pick<FaultRule, 'path' | 'method' | 'account'> {
  seed: number
  /** The probability of each kind, from 0 to 1. */
  chances: Partial<Record<RandomKind, number>>
}

/** The scripted faults of one origin. */
export class Faults {
  readonly #errorNames: readonly string[]
  #active: ActiveFault[] = []
  #lastId = 0

  /** `errorNames`: the errors this vendor has. A rule that names another one is refused. */
  constructor(errorNames: readonly string[] = []) {
    this.#errorNames = errorNames
  }

  /** Throws a RangeError for a fault that does not exist here. */
  add(rule: FaultRule): ActiveFault {
    if (!FAULT_KINDS.includes(rule.fault?.kind)) throw new RangeError(`A fault is one of: ${FAULT_KINDS.join(', ')}`)
    if (rule.fault.kind === 'error' && !this.#errorNames.includes(rule.fault.name)) {
      throw new RangeError(`There is no error "${rule.fault.name}" here, but: ${this.#errorNames.join(', ')}`)
    }
    const active = new ActiveFault(++this.#lastId, rule)
    this.#active.push(active)
    return active
  }

  /** Strikes calls at random, the same way for the same seed. */
  random({ seed, chances, ...where }: RandomFaults): readonly ActiveFault[] {
    const kinds = Object.entries(chances) as [RandomKind, number][]
    return kinds.map(([kind, chance], index) =>
      this.add({ ...where, fault: plainFault(kind), chance, seed: seed * 31 + index, count: null }),
    )
  }

  /** The fault that strikes this call, if any: the oldest rule that fits. */
  strike(call: Call): ActiveFault | undefined {
    return this.#active.find((one) => one.strikes(call))
  }

  list(): readonly ActiveFault[] {
    return this.#active
  }

  /** Ends the rule; calls that hang on it are answered. */
  remove(id: number): boolean {
    const found = this.#active.find((one) => one.id === id)
    this.#active = this.#active.filter((one) => one !== found)
    found?.release()
    return found !== undefined
  }

  clear(): void {
    for (const { id } of this.#active) this.remove(id)
  }
}

function plainFault(kind: RandomKind): Fault {
  if (kind === 'unavailable') return { kind: 'answer', status: 503 }
  if (kind === 'slow') return { kind, ms: 50 }
  return { kind }
}
