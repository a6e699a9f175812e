import { ENGINE_RULES, type EngineRules } from '../../../../platform/sync/engine-options.ts'
import { Account, type Life } from './account.ts'
import type { Chance } from './chance.ts'
import { FAULTS } from './faults.ts'
import type { Episode } from './provider.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const START = Date.UTC(2027, 0, 1)
export const END = START + 30 * DAY
/** From here on nothing goes wrong any more, so that everything can come to rest. */
export const QUIET = END - 4 * DAY

export const PROVIDERS = ['https://one.example', 'https://two.example'] as const
export const APPLICATIONS = ['mail', 'diary', 'desk'] as const
const LIVES: readonly Life[] = ['an hour', 'eight hours', 'unsaid', 'a year']

/**
 * The rules as they are, but for what would only make virtual time expensive: syncs run every six hours instead
 * of every five minutes, a worker without work looks up less often, and a run has
 * had its share after few pages. One seed in a hundred keeps the real cadences, with
 * one connection.
 */
export function rulesOf(isReal: boolean): EngineRules {
  const { sync, definition, worker, run } = ENGINE_RULES
  const fast = isReal ? 5 * MINUTE : 6 * HOUR
  const cadence = { ...sync.cadence, calendar: fast, email: fast, transcription: fast, table: fast, identifier: fast }
  return {
    ...ENGINE_RULES,
    sync: { ...sync, cadence },
    run: { ...run, mostPages: 12 },
    definition: { ...definition, readEvery: 6 * HOUR },
    worker: { ...worker, leastSleep: 10_000, mostSleep: HOUR },
  }
}

export interface PlannedConnection {
  account: Account
  application: (typeof APPLICATIONS)[number]
  providerUrl: string
}

/** Who is connected to what. */
export function planConnections(isReal: boolean, chance: Chance): PlannedConnection[] {
  const applications = isReal
    ? [chance.pick(['diary', 'mail'] as const)]
    : [...APPLICATIONS, ...(chance.is(0.3) ? [chance.pick(['diary', 'mail'] as const)] : [])]
  return applications.map((application, at) => {
    const account = new Account(`c${at}`, chance.pick(LIVES), START, END, chance.fork())
    if (chance.is(0.5)) account.revocations.push(chance.between(START + DAY, QUIET - DAY))
    return { account, application, providerUrl: chance.pick(PROVIDERS) }
  })
}

/** When what goes wrong: for minutes, for hours, now and then for days. */
export function planEpisodes(connections: readonly PlannedConnection[], chance: Chance): Episode[] {
  return Array.from({ length: 24 }, () => {
    const from = chance.between(START, QUIET)
    const length = chance.pick([10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY])
    const { connectionId } = chance.pick(connections).account
    // A whole provider that is down for days would leave little else to see.
    const isOfAll = length <= 6 * HOUR && chance.is(0.4)
    const until = Math.min(QUIET, from + length)
    return { from, until, fault: chance.pick(FAULTS), ...(isOfAll ? {} : { connectionId }) }
  })
}
