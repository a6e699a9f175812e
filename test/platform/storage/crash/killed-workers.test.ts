import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openStore, type Store } from '../../../../platform/storage/open.ts'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { createFixture, LEASE_MS, NOW, type SyncFixture } from '../fixtures.ts'
import { expectMailbox } from './expect-mailbox.ts'
import { canKillDatabase, createKilledDatabase, type KilledDatabase } from './killed-database.ts'
import { countersOf, PAGES } from './mailbox.ts'

/** How long processes are killed; TEST_RUNS scales it. */
const SECONDS = randomRuns(10)
const WORKER = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
/** About the duration of a page's transaction, so that kills hit every part of it. */
const PAGE_MS = 30
/** About the duration of a worker's start. */
const START_MS = 600
const PAGES_BETWEEN_KILLS = 12

const whereKillable = canKillDatabase ? describe : describe.skip

whereKillable('a sync whose workers and server are killed repeatedly', () => {
  let database: KilledDatabase
  let store: Store
  /** On a cluster, that of the first bucket. */
  let db: Database
  let fixture: SyncFixture
  /** Resolves when the server that was killed has been started again. */
  let restarted: Promise<void> = Promise.resolve()

  beforeAll(async () => {
    database = await createKilledDatabase()
    store = await openStore(database.options)
    db = store.buckets.all()[0]?.db as Database
    fixture = await createFixture(db)
    await sql`update syncs set runnable = sync = 'email'`.execute(db)
  }, 60_000)
  afterAll(async () => {
    await restarted
    await store.close()
    await database.drop()
  }, 60_000)

  test(
    'loses nothing, duplicates nothing, and its counters add up',
    async () => {
      const deadline = Date.now() + SECONDS * 1000
      const kills = { worker: 0, server: 0 }
      let [pass, attempt] = [0, 0]
      for (; pass < 2 || Date.now() < deadline; pass += 1) {
        for (let done = false; !done; attempt += 1) {
          const victim = Date.now() > deadline ? 'nobody' : attempt % 4 === 3 ? 'server' : 'worker'
          done = await runWorker(pass, NOW + attempt * LEASE_MS, victim)
          if (!done && victim !== 'nobody') kills[victim] += 1
        }
        await expectPass(pass)
      }
      await expectMailbox(db, fixture.tenant, pass - 1)
      process.stdout.write(`crash: ${kills.worker} workers and ${kills.server} servers killed in ${pass} passes\n`)
      expect(kills.worker + kills.server).toBeGreaterThan(SECONDS / 8)
    },
    (SECONDS + 120) * 1000,
  )

  /** Runs a worker on a pass until it or its server is killed. Returns true if the pass is complete nevertheless. */
  async function runWorker(pass: number, now: number, victim: 'worker' | 'server' | 'nobody'): Promise<boolean> {
    const child = fork(WORKER, [JSON.stringify(database.options), String(pass), String(now)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    let pages = Math.floor(Math.random() * PAGES_BETWEEN_KILLS)
    const killWithin = (ms: number) => setTimeout(() => kill(victim, child), Math.random() * ms)
    // Some workers are killed before their first page, while they attach to the server or start it.
    if (pages === 0) killWithin(START_MS)
    child.on('message', () => {
      pages -= 1
      if (pages === 0) killWithin(PAGE_MS)
    })
    await ended
    await restarted
    const { rows } = await retryUntilRunning(() => sql`select from sync_runs where state = 'ok'`.execute(db))
    return rows.length > pass
  }

  function kill(victim: 'worker' | 'server' | 'nobody', child: ChildProcess): void {
    if (victim === 'worker') child.kill('SIGKILL')
    if (victim === 'server') restarted = database.kill().then(database.start)
  }

  async function expectPass(pass: number): Promise<void> {
    const { connectionId } = fixture.connection
    const { rows } = await retryUntilRunning(() =>
      sql<Record<string, unknown>>`
        select state, pages, created, updated, unchanged, skipped, failed_count as "failedCount"
        from sync_runs where connection_id = ${connectionId}`.execute(db),
    )
    expect(rows).toHaveLength(pass + 1)
    expect(rows).toContainEqual({ state: 'ok', pages: PAGES, ...countersOf(pass) })
  }

  /** Repeats a query while the server restarts. */
  async function retryUntilRunning<T>(query: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await query()
      } catch (error) {
        if (attempt === 500) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
})
