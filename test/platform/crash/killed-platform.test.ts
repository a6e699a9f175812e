import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openStore } from '../../../platform/storage/open.ts'
import { randomRuns } from '../../kit/random-runs.ts'
import { expectMailbox } from '../storage/crash/expect-mailbox.ts'
import { canKillDatabase } from '../storage/crash/killed-database.ts'
import { SeededRandom } from '../sync/simulation/seeded-random.ts'
import { createEnvironment, OWNER, type TestEnvironment } from './environment.ts'
import type { PlatformProcess } from './platform-process.ts'
import { expectCounters, expectResumedAtCheckpoint, expectSingleRun, RUNS_QUERY, type Run } from './runs.ts'

/** How long processes are killed; TEST_RUNS scales it. CRASH_SEED repeats the choice and times of the kills. */
const SECONDS = randomRuns(10)
const SEED = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))

/** The ways in which a working platform is interrupted. */
const INTERRUPTIONS = [
  'while it started',
  'in mid-sync',
  'with its database',
  'by its database',
  'when overtaken',
] as const
type Interruption = (typeof INTERRUPTIONS)[number]
/** The minimum on slow machines, so that each interruption happens at least once. */
const MIN_INTERRUPTIONS = 6

/** The approximate duration of a start and of a page. */
const START_MS = 1_500
const PAGE_MS = 60
const MAX_PAGES_BETWEEN_INTERRUPTIONS = 25
const POLL_MS = 50
const TIMEOUT_MS = 60_000

const START = 'mutation Start($input: StartConnectionInput!) { startConnection(input: $input) { connectionId } }'
const RUN = 'mutation Run($input: SyncInput!) { runSync(input: $input) { state } }'

const whereKillable = canKillDatabase ? describe : describe.skip

whereKillable('a platform that is killed repeatedly', () => {
  const random = new SeededRandom(SEED)
  const interruptions: Interruption[] = []
  /** Ids of the runs of earlierRuns passes. */
  const earlierRuns = new Set<string>()
  let environment: TestEnvironment
  let platform: PlatformProcess
  let connectionId: string
  let deadline: number
  let isRequestPending = false

  beforeAll(async () => {
    environment = await createEnvironment()
  }, 60_000)
  afterAll(() => environment.dispose(), 60_000)

  test(
    'loses and duplicates nothing, resumes at its checkpoint, and has correct counters',
    async () => {
      try {
        await killRepeatedly()
      } catch (error) {
        const runs = JSON.stringify(await runsOfPass().catch(String))
        process.stdout.write(`crash: CRASH_SEED=${SEED}; ${interruptions.join(', ')}\n${runs}\n${platform.recentLog}\n`)
        throw error
      }
    },
    (SECONDS + 240) * 1_000,
  )

  async function killRepeatedly(): Promise<void> {
    await killFirstStart()
    connectionId = await connect()
    deadline = Date.now() + SECONDS * 1_000
    let pass = 0
    for (; pass === 0 || mayInterrupt(); pass += 1) {
      const earlierInterruptions = interruptions.length
      environment.mailbox.change(pass)
      await readPass()
      await expectPass(pass, interruptions.slice(earlierInterruptions))
    }
    expect([await platform.stop(), await environment.database.serverPid()]).toEqual([0, undefined])
    await expectStore(pass - 1)
    const counts = INTERRUPTIONS.map(
      (kind) => `${interruptions.filter((interruption) => interruption === kind).length} ${kind}`,
    )
    process.stdout.write(`crash: the platform was killed ${counts.join(', ')}; ${pass} passes, seed ${SEED}\n`)
  }

  function mayInterrupt(): boolean {
    return Date.now() < deadline || interruptions.length < MIN_INTERRUPTIONS
  }

  /** The first start creates the tables, unless the database was copied from one that has them. */
  async function killFirstStart(): Promise<void> {
    platform = environment.start()
    await pause(random.between(0, START_MS))
    await platform.kill()
    platform = environment.start()
  }

  async function connect(): Promise<string> {
    const input = { application: 'mail', requireConfirmation: false }
    const { startConnection } = await environment.query<{ startConnection: { connectionId: string } }>(
      platform,
      START,
      input,
    )
    const { status } = await environment.register(platform, startConnection.connectionId)
    expect(status).toBe(200)
    return startConnection.connectionId
  }

  /** Interrupts the platform until the mailbox has been read. All interruptions are equally frequent. */
  async function readPass(): Promise<void> {
    while (!(await hasReadMailbox())) {
      if (!mayInterrupt()) return until(hasReadMailbox)
      const round = interruptions.slice(interruptions.length - (interruptions.length % INTERRUPTIONS.length))
      const interruption = random.pick(INTERRUPTIONS.filter((kind) => !round.includes(kind)))
      if (await interrupt(interruption)) interruptions.push(interruption)
    }
  }

  /** Returns false when the mailbox had been read before the interruption. */
  async function interrupt(kind: Interruption): Promise<boolean> {
    if (kind === 'when overtaken') return overtake()
    if (kind === 'while it started') {
      await platform.kill()
      platform = environment.start()
      await pause(random.between(0, START_MS))
    } else {
      if (!(await waitForPages(random.between(1, MAX_PAGES_BETWEEN_INTERRUPTIONS)))) return false
      await pause(random.between(0, PAGE_MS))
    }
    const { database } = environment
    const killsDatabase = kind === 'with its database' || kind === 'by its database'
    if (killsDatabase) await database.kill()
    if (kind !== 'by its database') await platform.kill()
    if (killsDatabase) await database.start()
    if (kind !== 'by its database') platform = environment.start()
    return true
  }

  /** A platform whose lease expires unnoticed must not save the page that another one has requested meanwhile. */
  async function overtake(): Promise<boolean> {
    await platform.kill()
    const release = environment.mailbox.hold()
    platform = environment.start({ SYNC_WORKER_LEASE_HEARTBEAT_MS: '3600000', SYNC_WORKER_MAX_CLAIMED: '1' })
    const hasRequested = await waitForPages(1)
    if (hasRequested) {
      const overtaken = platform
      platform = environment.start()
      await waitForPages(1)
      release()
      await until(async () => overtaken.hasLogged('run lost its lease to another worker'))
      await overtaken.kill()
    }
    release()
    return hasRequested
  }

  /** Waits until `pages` more pages were requested. Returns false when the mailbox was read before. */
  async function waitForPages(pages: number): Promise<boolean> {
    const { mailbox } = environment
    const expectedCount = mailbox.requestedPages.length + pages
    await until(async () => mailbox.requestedPages.length >= expectedCount || (await hasReadMailbox()))
    return mailbox.requestedPages.length >= expectedCount
  }

  /** Whether a run of this pass has succeeded. Requests a run when none is in progress. */
  async function hasReadMailbox(): Promise<boolean> {
    await platform.ready
    // Queries fail while the database is down.
    const runs = await runsOfPass().catch(() => undefined)
    if (runs?.every(({ state }) => state === 'failed')) requestRun()
    return runs?.some(({ state }) => state === 'ok') ?? false
  }

  async function runsOfPass(): Promise<Run[]> {
    const { syncRuns } = await environment.query<{ syncRuns: Run[] }>(platform, RUNS_QUERY, {
      connectionId,
      sync: 'EMAIL',
      size: 100,
    })
    return syncRuns.filter(({ _id }) => !earlierRuns.has(_id))
  }

  function requestRun(): void {
    if (isRequestPending) return
    isRequestPending = true
    void environment
      .query(platform, RUN, { connectionId, sync: 'EMAIL' })
      .catch(() => undefined)
      .finally(() => {
        isRequestPending = false
      })
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    const timeout = Date.now() + TIMEOUT_MS
    while (!(await condition())) {
      if (Date.now() > timeout) throw new Error(`no progress after page ${environment.mailbox.requestedPages.at(-1)}`)
      await pause(POLL_MS)
    }
  }

  async function expectPass(pass: number, interruptions: readonly Interruption[]): Promise<void> {
    const runs = await runsOfPass()
    for (const { _id } of runs) earlierRuns.add(_id)
    const { requestedPages } = environment.mailbox
    expectResumedAtCheckpoint(requestedPages)
    expectSingleRun(runs, interruptions.filter((kind) => kind.endsWith('its database')).length)
    expectCounters(runs, requestedPages, pass)
  }

  async function expectStore(pass: number): Promise<void> {
    const { buckets, close } = await openStore(environment.database.options)
    try {
      const tenants = buckets.directory.selectFrom('tenants').select('tenant_id as tenantId')
      const { tenantId } = await tenants.executeTakeFirstOrThrow()
      const db = await buckets.of(tenantId)
      await expectMailbox(db, { tenantId, email: OWNER }, pass)
      const sync = await db.selectFrom('syncs').selectAll().where('sync', '=', 'email').executeTakeFirstOrThrow()
      expect(sync).toMatchObject({ health: 'healthy', checkpoint: null, worker: null, run_id: null })
      const run = db.selectFrom('sync_runs').select('worker').where('run_id', '=', sync.last_run_id)
      // A platform may complete a run just before it is killed, so the last run is not always of the last platform.
      const worker = (await run.executeTakeFirst())?.worker
      expect(environment.pids().filter((pid) => worker?.includes(`-${pid}-`))).toHaveLength(1)
    } finally {
      await close()
    }
  }
})
