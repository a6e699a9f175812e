import type { DefinitionRules } from '../provider/definitions.ts'
import { CALL_RULES, type CallRules } from '../provider/options.ts'
import type { RefreshRules } from '../provider/refresh-policy.ts'
import type { CheckRules } from './checks.ts'
import { SYNC_RULES, type SyncRules } from './policy.ts'
import type { RunRules } from './run.ts'
import type { WorkerRules } from './worker.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every number of the engine. */
export interface EngineRules {
  sync: SyncRules
  call: CallRules
  run: RunRules
  refresh: RefreshRules
  check: CheckRules
  definition: DefinitionRules
  worker: WorkerRules
}

export const ENGINE_RULES: EngineRules = {
  sync: SYNC_RULES,
  call: CALL_RULES,
  run: {
    mostPages: 500,
    mostMs: 15 * MINUTE,
    trail: { mostEmptyPages: 10, mostIdlePages: 2_000 },
    window: {
      firstBack: 30 * DAY,
      overlap: 15 * MINUTE,
      longestGap: 90 * DAY,
      slice: 7 * DAY,
      calendarBack: 30 * DAY,
      calendarAhead: 90 * DAY,
    },
    request: { pageLimit: 100, rows: 200, slots: 100, insightTags: 100 },
  },
  refresh: {
    share: 0.2,
    least: MINUTE,
    most: 15 * MINUTE,
    usualLife: HOUR,
    lease: MINUTE,
    lookAgain: SECOND,
    mostLooks: 30,
    firstCoolDown: 30 * SECOND,
    longestCoolDown: HOUR,
    giveUpAfter: 4 * DAY,
    triedWithin: DAY,
  },
  check: { every: DAY, jitter: 0.1, afterFailure: HOUR },
  definition: { readEvery: 10 * MINUTE, firstRetry: 30 * SECOND },
  worker: {
    inHand: 100,
    batch: 50,
    refill: 10,
    lanes: { runsPerProvider: 20, runsPerConnection: 2, waitingPerProvider: 20 },
    leases: { lease: MINUTE, heartbeat: 15 * SECOND },
    fullLane: 30 * SECOND,
    leastSleep: 500,
    mostSleep: 5 * SECOND,
    grace: 8 * SECOND,
  },
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The rules as the environment has them: each number by its path, so `sync.degradedAfter` is SYNC_DEGRADED_AFTER and
 * `call.pace.perSecond` is SYNC_CALL_PACE_PER_SECOND. Times are milliseconds. Throws one error that names all mistakes.
 */
export function rulesFrom(environment: Variables, defaults: EngineRules = ENGINE_RULES): EngineRules {
  const wrong: string[] = []
  const rules = overridden(defaults, 'SYNC', environment, wrong)
  if (wrong.length > 0) throw new Error(`these must be numbers of zero or more: ${wrong.join(', ')}`)
  return rules
}

function overridden<Rules extends object>(
  rules: Rules,
  prefix: string,
  environment: Variables,
  wrong: string[],
): Rules {
  const entries = Object.entries(rules).map(([name, value]) => {
    const variable = variableOf(prefix, name)
    if (typeof value === 'object' && value !== null) return [name, overridden(value, variable, environment, wrong)]
    return [name, numberOf(environment[variable], value, variable, wrong)]
  })
  return Object.fromEntries(entries) as Rules
}

/** The rules of syncs themselves have the shortest names: not SYNC_SYNC_…. */
function variableOf(prefix: string, name: string): string {
  if (prefix === 'SYNC' && name === 'sync') return prefix
  return `${prefix}_${name.replace(/([A-Z])/g, '_$1').toUpperCase()}`
}

function numberOf(given: string | undefined, usual: number, variable: string, wrong: string[]): number {
  if (given === undefined || given.trim() === '') return usual
  const number = Number(given)
  if (Number.isFinite(number) && number >= 0) return number
  wrong.push(variable)
  return usual
}
