import type { SyncName } from '../../../../platform/model/sync.ts'
import { supportedSyncs } from '../../../../platform/provider/capabilities.ts'
import { newSync } from '../../../../platform/sync/health.ts'
import type { SyncPolicy } from '../../../../platform/sync/policy.ts'
import { MemoryStore } from '../memory-store/store.ts'
import { findDataLoss } from './data-loss.ts'
import { InvariantChecker } from './invariant-checker.ts'
import { DEFINITION, FakeProvider } from './provider.ts'
import {
  DAY,
  END,
  HOUR,
  MINUTE,
  optionsFor,
  type PlannedConnection,
  PROVIDERS,
  planConnections,
  planEpisodes,
  RECOVERY_START,
  START,
} from './scenario.ts'
import { SeededRandom } from './seeded-random.ts'
import { SimulatedUser } from './user.ts'
import { VirtualClock } from './virtual-clock.ts'
import { type StoreFaults, WorkerProcess } from './worker-process.ts'

export interface Report {
  violations: string[]
  trace: string
  witnessed: ReadonlySet<string>
  counts: InvariantChecker['counts']
}

/** Witnessed when a vendor rejected a token before its expiry. */
export const REJECTED_EARLY = 'rejected before its expiry'

/** Simulates thirty days of a few connections and workers. The seed determines which faults occur. */
export async function simulate(seed: number): Promise<Report> {
  const random = new SeededRandom(seed)
  const usesRealCadence = seed % 100 === 0
  const options = optionsFor(usesRealCadence)
  const clock = new VirtualClock(START)
  const connections = planConnections(usesRealCadence, random.fork())
  const accounts = new Map(connections.map(({ account }) => [account.connectionId, account]))
  const checker = new InvariantChecker(options.sync, accounts)
  const store = new MemoryStore(checker)
  const episodes = planEpisodes(connections, random.fork())
  const providers = new Map(PROVIDERS.map((url) => [url as string, new FakeProvider(clock, random.fork())]))
  for (const provider of providers.values()) {
    provider.faultsUntil = RECOVERY_START
    for (let index = 0; index < 12; index += 1) provider.cursorResets.push(random.between(START, RECOVERY_START))
    provider.episodes.push(...episodes)
  }
  for (const connection of connections) connect(connection, store, providers, options.sync, random, clock)

  const outages = planStoreOutages(random.fork())
  const processDeps = {
    clock,
    store,
    providers,
    options,
    emit: (event: { type: string; state?: string }) => {
      checker.witnessed.add(event.state === undefined ? event.type : `${event.type} ${event.state}`)
    },
    currentStoreFaults: () => storeFaultsAt(outages, clock.now()),
    onCall: checker.onCall.bind(checker),
    onStoreCall: checker.onStoreCall.bind(checker),
  }
  const processes: WorkerProcess[] = []
  const spawn = (index: number, generation: number) => {
    const process = new WorkerProcess(`worker ${index}.${generation}`, { ...processDeps, random: random.fork() })
    processes[index] = process
    void process.start()
    const lifetime = random.between(HOUR, 6 * DAY)
    if (clock.now() + lifetime >= RECOVERY_START) return
    clock.schedule(lifetime, () => {
      const isKilled = random.is(0.7)
      if (isKilled) checker.onProcessKilled(process.workerId)
      if (isKilled) process.kill()
      else void process.stop()
      clock.schedule(random.between(1_000, 20 * MINUTE), () => spawn(index, generation + 1))
    })
  }
  const workers = random.between(1, 3)
  for (let index = 0; index < workers; index += 1) spawn(index, 1)
  const user = new SimulatedUser({
    clock,
    store,
    accounts,
    checker,
    random: random.fork(),
    policy: options.sync,
    processes: () => processes,
  })
  user.act()
  await clock.advanceTo(END)

  if (connections.some(({ account }) => account.rejectionsBeforeExpiry > 0)) checker.witnessed.add(REJECTED_EARLY)
  const violations = [...checker.violations, ...findDataLoss(store, accounts, clock.now(), checker)]
  return { violations, trace: checker.trace, witnessed: checker.witnessed, counts: checker.counts }
}

function connect(
  { account, application, providerUrl }: PlannedConnection,
  store: MemoryStore,
  providers: ReadonlyMap<string, FakeProvider>,
  policy: SyncPolicy,
  random: SeededRandom,
  clock: VirtualClock,
): void {
  const { connectionId } = account
  const definition = DEFINITION.applications.find(({ name }) => name === application)
  const syncs: SyncName[] = definition ? supportedSyncs(definition) : []
  providers.get(providerUrl)?.accounts.set(connectionId, account)
  store.connect(
    {
      tenantId: 'tenant',
      connectionId,
      provider: 'acme',
      application,
      providerUrl,
      status: 'active',
      credential: account.grant(START),
      credentialVersion: 1,
      dateCredential: START,
      tags: Array.from({ length: 5 }, (_, index) => ({ _id: `tag ${index}` })),
    },
    new Map(syncs.map((sync) => [sync, newSync({ now: clock.now(), policy, random: random.next })])),
  )
}

interface Outage {
  start: number
  end: number
}

const DEFAULT_STORE_FAULTS: StoreFaults = { failing: 0.003, slow: 0.0005 }
const OUTAGE_STORE_FAULTS: StoreFaults = { failing: 0.7, slow: 0.05 }
const NO_STORE_FAULTS: StoreFaults = { failing: 0, slow: 0 }

/** Plans times in which the store hardly works, some of them long enough to lose every lease. */
function planStoreOutages(random: SeededRandom): Outage[] {
  return Array.from({ length: 6 }, () => {
    const start = random.between(START, RECOVERY_START - HOUR)
    return { start, end: start + random.between(10_000, 10 * MINUTE) }
  })
}

function storeFaultsAt(outages: readonly Outage[], now: number): StoreFaults {
  if (now >= RECOVERY_START) return NO_STORE_FAULTS
  return outages.some(({ start, end }) => start <= now && now < end) ? OUTAGE_STORE_FAULTS : DEFAULT_STORE_FAULTS
}
