import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import type { Claim } from '../../../../platform/model/sync.ts'
import { claimSync, createFixture, email, LEASE_MS, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const WRITER = fileURLToPath(new URL('./write-process.ts', import.meta.url))
const POLL_MS = 20
const MAILS = [email('1'), email('2')]

type Write = 'page' | 'end'
/** The table whose row the write waits for: `syncs` is the first that it changes, `sync_runs` the last. */
type Table = 'syncs' | 'sync_runs'

describe('a worker that is killed while it writes a run without changes', () => {
  let server: TestStore
  let lock: pg.Client
  let fixture: SyncFixture
  let claim: Claim

  beforeAll(async () => {
    server = await openTestStore()
    lock = new pg.Client({ connectionString: server.url })
    await lock.connect()
    // On a cluster, the tables are in the first bucket.
    if (process.env.TEST_CLUSTER_URL) await lock.query('set search_path to bucket_1, public')
  })
  afterAll(async () => {
    await lock.end()
    await server.close()
  })
  beforeEach(async () => {
    fixture = await createFixture(server.db)
    await readMailbox(await claimSync(fixture, 'email'))
    claim = await claimSync(fixture, 'email')
  })

  test.each<[Write, string, Table]>([
    ['page', 'before', 'syncs'],
    ['page', 'within', 'sync_runs'],
    ['end', 'before', 'syncs'],
    ['end', 'within', 'sync_runs'],
  ])('has written nothing of the %s if its connection dies %s the statement', async (write, _, table) => {
    await prepare(write)
    const before = await loadState()
    await killDuring(write, table, terminateWaiting)
    expect(await loadState()).toEqual(before)
    await expectOneRun()
  })

  test.each<[Write, Table]>([
    ['page', 'syncs'],
    ['page', 'sync_runs'],
    ['end', 'syncs'],
    ['end', 'sync_runs'],
  ])('has written all of the %s if the database completes the statement (%s)', async (write, table) => {
    await prepare(write)
    const before = await loadState()
    await killDuring(write, table, async () => undefined)
    expectWritten(await loadState(), before, write)
    await expectOneRun()
  })

  test.each<[Write]>([['page'], ['end']])('has written the %s once if it is killed after the write', async (write) => {
    await prepare(write)
    const before = await loadState()
    const writer = startWriter(write)
    await once(writer, 'message')
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    expectWritten(await loadState(), before, write)
    await expectOneRun()
  })

  async function prepare(write: Write): Promise<void> {
    if (write === 'end') await savePage(claim)
  }

  /** Kills the worker while its statement waits for a row of a table. */
  async function killDuring(write: Write, table: Table, then: () => Promise<void>): Promise<void> {
    await lock.query('begin')
    await lock.query(`select 1 from ${table} where connection_id = $1 for update`, [claim.fence.connectionId])
    const writer = startWriter(write)
    await until(async () => (await countBackends(WAITING)) === 1)
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    await then()
    await lock.query('rollback')
    await until(async () => (await countBackends(WORKING)) === 0)
  }

  function startWriter(write: Write) {
    return fork(WRITER, [server.url, write, JSON.stringify(claim)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** Ends the statement where it is executed. */
  async function terminateWaiting(): Promise<void> {
    await countBackends(WAITING, 'count(pg_terminate_backend(pid))')
    await until(async () => (await countBackends(WAITING)) === 0)
  }

  /**
   * Counts backends of the database, on all servers. Not on the connection with the lock: in a transaction, the view does
   * not change.
   */
  async function countBackends(condition: string, count = 'count(*)'): Promise<number> {
    const statement = `select ${count}::integer as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and ${condition}`
    const { rows } = process.env.TEST_CLUSTER_URL
      ? await sql<{ count: number }>`
          select sum(result::integer)::integer as count from run_command_on_all_nodes(${statement})`.execute(server.db)
      : await sql<{ count: number }>`${sql.raw(statement)}`.execute(server.db)
    return rows[0]?.count ?? 0
  }

  async function loadState() {
    const { connectionId } = claim.fence
    const sync = server.db.selectFrom('syncs').selectAll().where('connection_id', '=', connectionId)
    const run = server.db.selectFrom('sync_runs').selectAll().where('run_id', '=', claim.runId)
    return {
      sync: await sync.where('sync', '=', 'email').executeTakeFirstOrThrow(),
      run: await run.executeTakeFirstOrThrow(),
    }
  }

  type State = Awaited<ReturnType<typeof loadState>>

  function expectWritten({ sync, run }: State, before: State, write: Write): void {
    if (write === 'page') {
      expect(sync).toEqual({ ...before.sync, checkpoint: { cursor: 'next' } })
      expect(run).toEqual({ ...before.run, pages: 1, unchanged: 2 })
    } else {
      const token = before.sync.token + 1
      expect(sync).toMatchObject({ token, run_id: null, last_run_id: claim.runId, checkpoint: null, lease_until: null })
      expect(run).toEqual({ ...before.run, state: 'ok', date_end: NOW })
    }
  }

  /** The worker that claims the sync next completes the run, in which every page counts once. */
  async function expectOneRun(): Promise<void> {
    const { sync } = await loadState()
    if (sync.run_id !== null) {
      const resumed = await claimSync(fixture, 'email', NOW + LEASE_MS)
      expect(resumed.runId).toBe(claim.runId)
      await readMailbox(resumed)
      await expect(savePage(claim)).rejects.toThrow('another worker has claimed')
      await expect(endRun(claim)).rejects.toThrow('another worker has claimed')
    }
    expect((await loadState()).run).toMatchObject({ state: 'ok', pages: 1, created: 0, updated: 0, unchanged: 2 })
  }

  async function readMailbox(claim: Claim): Promise<void> {
    if (claim.state.checkpoint?.cursor !== 'next') await savePage(claim)
    await endRun(claim)
  }

  function savePage({ fence }: Claim) {
    const commit = toCommit({ sync: 'email', items: MAILS }, { checkpoint: { cursor: 'next' } })
    return fixture.store.commitPage(fence, commit, NOW)
  }

  function endRun({ fence, state }: Claim) {
    const { checkpoint, ...next } = state
    return fixture.store.finishRun(fence, { state: 'ok', next }, NOW)
  }
})

const WAITING = "wait_event_type = 'Lock'"
/** Backends that serve a worker. Those that count are not meant. */
const WORKING = `state = 'active' and application_name = 'provider-hub' and query !~ 'run_command_on_all_nodes|pg_stat_activity'`

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(POLL_MS)
}
