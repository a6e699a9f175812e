import type { SyncName } from '../../../../platform/model/sync.ts'
import { syncsOf } from '../../../../platform/provider/capabilities.ts'
import { newSync } from '../../../../platform/sync/health.ts'
import { Books } from './books.ts'
import { Chance } from './chance.ts'
import { findLosses } from './losses.ts'
import { MemoryStore } from './memory-store.ts'
import { Person } from './person.ts'
import {
  DAY,
  END,
  HOUR,
  MINUTE,
  type PlannedConnection,
  PROVIDERS,
  planConnections,
  planEpisodes,
  QUIET,
  rulesOf,
  START,
} from './plan.ts'
import { Process, type StoreTrouble } from './process.ts'
import { DEFINITION, Provider } from './provider.ts'
import { VirtualClock } from './virtual-clock.ts'

export interface Report {
  violations: string[]
  trace: string
  witnessed: ReadonlySet<string>
  counts: Books['counts']
}

/** Lets thirty days pass for a few connections and workers, in which whatever the seed wants goes wrong. */
export async function simulate(seed: number): Promise<Report> {
  const chance = new Chance(seed)
  const isReal = seed % 100 === 0
  const rules = rulesOf(isReal)
  const clock = new VirtualClock(START)
  const books = new Books(rules.sync)
  const store = new MemoryStore(books)
  const connections = planConnections(isReal, chance.fork())
  const episodes = planEpisodes(connections, chance.fork())
  const providers = new Map(PROVIDERS.map((url) => [url as string, new Provider(clock, chance.fork())]))
  for (const provider of providers.values()) {
    provider.quietFrom = QUIET
    for (let times = 0; times < 12; times += 1) provider.amnesias.push(chance.between(START, QUIET))
    provider.episodes.push(...episodes)
  }
  for (const connection of connections) connect(connection, store, providers, rules.sync, chance, clock)

  const troubles = planStoreTroubles(chance.fork())
  const surroundings = {
    ...{ clock, store, providers, rules },
    emit: (event: { type: string; state?: string }) => {
      books.witnessed.add(event.state === undefined ? event.type : `${event.type} ${event.state}`)
    },
    storeTrouble: () => troubleAt(troubles, clock.now()),
    onSeen: books.seen.bind(books),
    onStoreTrouble: books.storeTrouble.bind(books),
  }
  const processes: Process[] = []
  const spawn = (at: number, generation: number) => {
    const process = new Process(`worker ${at}.${generation}`, { ...surroundings, chance: chance.fork() })
    processes[at] = process
    void process.start()
    const life = chance.between(HOUR, 6 * DAY)
    if (clock.now() + life >= QUIET) return
    clock.after(life, () => {
      const isCrash = chance.is(0.7)
      if (isCrash) books.died(process.name)
      if (isCrash) process.kill()
      else void process.stop()
      clock.after(chance.between(1_000, 20 * MINUTE), () => spawn(at, generation + 1))
    })
  }
  const workers = chance.between(1, 3)
  for (let at = 0; at < workers; at += 1) spawn(at, 1)
  const accounts = new Map(connections.map(({ account }) => [account.connectionId, account]))
  const person = new Person({
    clock,
    store,
    accounts,
    books,
    chance: chance.fork(),
    rules: rules.sync,
    processes: () => processes,
  })
  person.lookIn()
  await clock.passUntil(END)

  const violations = [...books.violations, ...findLosses(store, accounts, clock.now(), books)]
  return { violations, trace: books.trace, witnessed: books.witnessed, counts: books.counts }
}

function connect(
  { account, application, providerUrl }: PlannedConnection,
  store: MemoryStore,
  providers: ReadonlyMap<string, Provider>,
  rules: Parameters<typeof newSync>[0]['rules'],
  chance: Chance,
  clock: VirtualClock,
): void {
  const { connectionId } = account
  const definition = DEFINITION.applications.find(({ name }) => name === application)
  const syncs: SyncName[] = definition ? syncsOf(definition) : []
  const tags = Array.from({ length: 5 }, (_, at) => ({ _id: `tag ${at}` }))
  providers.get(providerUrl)?.accounts.set(connectionId, account)
  store.connect(
    {
      ...{ tenantId: 'tenant', connectionId, provider: 'acme', application, providerUrl, status: 'active', tags },
      ...{ credential: account.grant(START), credentialVersion: 1, dateCredential: START },
    },
    new Map(syncs.map((sync) => [sync, newSync({ now: clock.now(), rules, random: chance.next })])),
  )
}

const USUAL: StoreTrouble = { failing: 0.003, slow: 0.0005 }
const NONE: StoreTrouble = { failing: 0, slow: 0 }

/** Times in which the store hardly works: some long enough to lose every lease. */
function planStoreTroubles(chance: Chance): { from: number; until: number }[] {
  return Array.from({ length: 6 }, () => {
    const from = chance.between(START, QUIET - HOUR)
    return { from, until: from + chance.between(10_000, 10 * MINUTE) }
  })
}

function troubleAt(troubles: readonly { from: number; until: number }[], now: number): StoreTrouble {
  if (now >= QUIET) return NONE
  return troubles.some(({ from, until }) => from <= now && now < until) ? { failing: 0.7, slow: 0.05 } : USUAL
}
