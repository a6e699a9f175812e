import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openStore } from '../../../platform/storage/open.ts'
import { expectMailbox } from '../storage/crash-graph.ts'
import { Chance } from '../sync/simulation/chance.ts'
import { killServer, type Program, serverProcess } from './program.ts'
import { expectCounters, expectNoWayBack, expectOneRun, RUNS, type Run } from './runs.ts'
import { layOutSite, OWNER, type Site } from './site.ts'

/** How long to go on killing; longer on demand. A seed repeats the choice of what is killed when. */
const SECONDS = Number(process.env.CRASH_SECONDS ?? 25)
const SEED = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))

/** What is done to a platform that is at work. */
const BLOWS = ['while it started', 'in mid-sync', 'with its database', 'by its database', 'when overtaken'] as const
type Blow = (typeof BLOWS)[number]
/** So many fall however slow the machine is, and so each at least once. */
const LEAST_BLOWS = 6

/** A start takes about so long (ms), and a page. */
const START_MS = 1_500
const PAGE_MS = 60
const PAGES_BETWEEN_BLOWS = 25
const POLL_MS = 50
const PATIENCE_MS = 60_000

const START = 'mutation Start($input: StartConnectionInput!) { startConnection(input: $input) { connectionId } }'
const RUN = 'mutation Run($input: SyncInput!) { runSync(input: $input) { state } }'

const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('a platform that is killed again and again', () => {
  const chance = new Chance(SEED)
  const blows: Blow[] = []
  /** Ids of the runs of earlier passes. */
  const earlier = new Set<string>()
  let site: Site
  let program: Program
  let connectionId: string
  let deadline: number
  let isAskedFor = false

  beforeAll(async () => {
    site = await layOutSite()
  })
  afterAll(() => site.clear())

  test(
    'loses nothing, doubles nothing, goes on where it was, and its counters add up',
    async () => {
      try {
        await killOnAndOn()
      } catch (error) {
        const runs = JSON.stringify(await runsOfPass().catch(String))
        process.stdout.write(`crash: CRASH_SEED=${SEED}; ${blows.join(', ')}\n${runs}\n${program.lastWords}\n`)
        throw error
      }
    },
    (SECONDS + 240) * 1_000,
  )

  async function killOnAndOn(): Promise<void> {
    await killFirstStart()
    connectionId = await connect()
    deadline = Date.now() + SECONDS * 1_000
    let pass = 0
    for (; pass === 0 || mayStrike(); pass += 1) {
      const before = blows.length
      site.mailbox.change(pass)
      await readPass()
      await expectPass(pass, blows.slice(before))
    }
    const { pid } = program
    expect([await program.stop(), await serverProcess(site.dataDir)]).toEqual([0, undefined])
    await expectStore(pass - 1, pid)
    const told = BLOWS.map((blow) => `${blows.filter((one) => one === blow).length} ${blow}`).join(', ')
    process.stdout.write(`crash: the platform was killed ${told}; ${pass} passes, seed ${SEED}\n`)
  }

  function mayStrike(): boolean {
    return Date.now() < deadline || blows.length < LEAST_BLOWS
  }

  /** The very first start makes the database. */
  async function killFirstStart(): Promise<void> {
    program = site.start()
    await pause(chance.between(0, START_MS))
    await program.kill()
    program = site.start()
  }

  async function connect(): Promise<string> {
    const input = { application: 'mail', requireConfirmation: false }
    const { startConnection } = await site.ask<{ startConnection: { connectionId: string } }>(program, START, input)
    const { status } = await site.register(program, startConnection.connectionId)
    expect(status).toBe(200)
    return startConnection.connectionId
  }

  /** Lets the mailbox be read to its end. Every blow falls as often as the others. */
  async function readPass(): Promise<void> {
    while (!(await isRead())) {
      if (!mayStrike()) return until(isRead)
      const round = blows.slice(blows.length - (blows.length % BLOWS.length))
      const blow = chance.pick(BLOWS.filter((blow) => !round.includes(blow)))
      if (await strike(blow)) blows.push(blow)
    }
  }

  /** False: the mailbox was read before it came to that. */
  async function strike(blow: Blow): Promise<boolean> {
    if (blow === 'when overtaken') return overtake()
    if (blow === 'while it started') {
      await program.kill()
      program = site.start()
      await pause(chance.between(0, START_MS))
    } else {
      if (!(await readOn(chance.between(1, PAGES_BETWEEN_BLOWS)))) return false
      await pause(chance.between(0, PAGE_MS))
    }
    if (blow === 'with its database' || blow === 'by its database') await killServer(site.dataDir)
    if (blow === 'by its database') return true
    await program.kill()
    program = site.start()
    return true
  }

  /** A platform that does not notice how its lease runs out keeps nothing of the page that another then asks for. */
  async function overtake(): Promise<boolean> {
    await program.kill()
    const letGo = site.mailbox.hold()
    program = site.start({ SYNC_WORKER_LEASES_HEARTBEAT: '3600000', SYNC_WORKER_IN_HAND: '1' })
    const isAsking = await readOn(1)
    if (isAsking) {
      const overtaken = program
      program = site.start()
      await readOn(1)
      letGo()
      await until(async () => overtaken.hasSaid('another worker has this run now'))
      await overtaken.kill()
    }
    letGo()
    return isAsking
  }

  /** Waits until so many more pages were asked for. False: the mailbox was read before. */
  async function readOn(pages: number): Promise<boolean> {
    const { mailbox } = site
    const wanted = mailbox.asked.length + pages
    await until(async () => mailbox.asked.length >= wanted || (await isRead()))
    return mailbox.asked.length >= wanted
  }

  /** Whether a run of this pass came to its end. When none is going on, it asks for one. */
  async function isRead(): Promise<boolean> {
    await program.ready
    // While the database is dead the graph cannot say.
    const runs = await runsOfPass().catch(() => undefined)
    if (runs?.every(({ state }) => state === 'failed')) askToRun()
    return runs?.some(({ state }) => state === 'ok') ?? false
  }

  async function runsOfPass(): Promise<Run[]> {
    const { syncRuns } = await site.ask<{ syncRuns: Run[] }>(program, RUNS, { connectionId, sync: 'EMAIL', size: 100 })
    return syncRuns.filter(({ _id }) => !earlier.has(_id))
  }

  function askToRun(): void {
    if (isAskedFor) return
    isAskedFor = true
    void site
      .ask(program, RUN, { connectionId, sync: 'EMAIL' })
      .catch(() => undefined)
      .finally(() => {
        isAskedFor = false
      })
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    const patience = Date.now() + PATIENCE_MS
    while (!(await condition())) {
      if (Date.now() > patience) throw new Error(`nothing happens after page ${site.mailbox.asked.at(-1)}`)
      await pause(POLL_MS)
    }
  }

  async function expectPass(pass: number, blows: readonly Blow[]): Promise<void> {
    const runs = await runsOfPass()
    for (const { _id } of runs) earlier.add(_id)
    const { asked } = site.mailbox
    expectNoWayBack(asked)
    expectOneRun(runs, blows.filter((blow) => blow.endsWith('its database')).length)
    expectCounters(runs, asked, pass)
  }

  async function expectStore(pass: number, pid: number | undefined): Promise<void> {
    const { db, close } = await openStore({ dataDir: site.dataDir })
    try {
      await expectMailbox(db, OWNER, pass)
      const sync = await db.selectFrom('syncs').selectAll().where('sync', '=', 'email').executeTakeFirstOrThrow()
      expect(sync).toMatchObject({ health: 'healthy', checkpoint: null, worker: null, run_id: null })
      const run = db.selectFrom('sync_runs').select('worker').where('run_id', '=', sync.last_run_id)
      expect((await run.executeTakeFirst())?.worker).toContain(`-${pid}-`)
    } finally {
      await close()
    }
  }
})
