import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../../../platform/sync/engine-options.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { Account, type Lifetime } from './account.ts'
import { FAULTS } from './faults.ts'
import type { Episode } from './provider.ts'
import type { SeededRandom } from './seeded-random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const START = Date.UTC(2027, 0, 1)
export const END = START + 30 * DAY
/** No faults occur from here on, so that everything can recover. */
export const RECOVERY_START = END - 4 * DAY

export const PROVIDERS = ['https://one.example', 'https://two.example'] as const
export const APPLICATIONS = ['mail', 'diary', 'desk'] as const
const LIFETIMES: readonly Lifetime[] = ['an hour', 'eight hours', 'unstated', 'a year']

/**
 * The default options, except for those that would only make virtual time expensive: syncs run every six hours instead
 * of every five minutes, an idle worker sleeps longer, and a run yields after few pages. One seed in a hundred retains
 * the real cadences, with one connection.
 */
export function optionsFor(usesRealCadence: boolean): EngineOptions {
  const { sync, definition, worker, run } = DEFAULT_ENGINE_OPTIONS
  const cadence = usesRealCadence ? 5 * MINUTE : 6 * HOUR
  const cadenceMs = {
    ...sync.cadenceMs,
    calendar: cadence,
    email: cadence,
    transcription: cadence,
    table: cadence,
    identifier: cadence,
  }
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    sync: { ...sync, cadenceMs },
    run: { ...run, maxPages: 12 },
    definition: { ...definition, intervalMs: 6 * HOUR },
    worker: { ...worker, minSleepMs: 10_000, maxSleepMs: HOUR },
  }
}

export interface PlannedConnection {
  account: Account
  application: (typeof APPLICATIONS)[number]
  providerUrl: string
}

export function planConnections(usesRealCadence: boolean, random: SeededRandom): PlannedConnection[] {
  const applications = usesRealCadence
    ? [random.pick(['diary', 'mail'] as const)]
    : [...APPLICATIONS, ...(random.is(0.3) ? [random.pick(['diary', 'mail'] as const)] : [])]
  return applications.map((application, index) => {
    const account = new Account(`c${index}`, random.pick(LIFETIMES), START, END, random.fork())
    if (random.is(0.5)) account.revocations.push(random.between(START + DAY, RECOVERY_START - DAY))
    // A key that a refresh returns as it is cannot be replaced.
    if (account.lifetime !== 'a year') {
      for (let end = 0; end < 3; end += 1) account.tokenEnds.push(random.between(START + DAY, RECOVERY_START))
    }
    return { account, application, providerUrl: random.pick(PROVIDERS) }
  })
}

/** Plans faults that last for minutes, for hours, and sometimes for days. */
export function planEpisodes(connections: readonly PlannedConnection[], random: SeededRandom): Episode[] {
  return Array.from({ length: 24 }, () => {
    const start = random.between(START, RECOVERY_START)
    const duration = random.pick([10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY])
    const { connectionId } = random.pick(connections).account
    // If a whole provider were down for days, little else could be observed.
    const affectsProvider = duration <= 6 * HOUR && random.is(0.4)
    const end = Math.min(RECOVERY_START, start + duration)
    const fault = random.pick(FAULTS)
    return omitUndefined({ start, end, fault, connectionId: affectsProvider ? undefined : connectionId })
  })
}
