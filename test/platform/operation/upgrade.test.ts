import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openStore, type Store } from '../../../platform/storage/open.ts'
import { createEnvironment, type TestEnvironment } from '../crash/environment.ts'
import { email } from '../storage/fixtures.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGE = 10
const PAGES = 60
const PAGE_MS = 40

/** What a next release would add, also to tables that workers write all the time. */
const NEXT_MIGRATION = `
alter table blocks add column mood text;
alter table syncs add column mood text not null default 'calm';
create index blocks_mood on blocks (tenant_id, mood) where mood is not null;
create table moods (tenant_id uuid not null, mood text not null, primary key (tenant_id, mood));
`
const RUNS = `query Runs($input: SyncRunsInput!) { syncRuns(input: $input) { state created updated skipped failedCount } }`

const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('an upgrade with a migration', () => {
  let environment: TestEnvironment
  let store: Store
  let nextRelease: string
  const requestedPages: number[] = []

  beforeAll(async () => {
    environment = await createEnvironment()
    environment.provider.responses.set('/sync/email', respond)
    nextRelease = await copyRelease()
  })
  afterAll(async () => {
    await store?.close()
    await environment.dispose()
    await rm(nextRelease, { recursive: true, force: true })
  })

  async function copyRelease(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'provider-hub-next-'))
    for (const name of ['platform', 'src', 'package.json']) {
      await cp(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (file) => !file.includes('node_modules'),
      })
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'platform/storage/postgres/migrations/999-moods.sql'), NEXT_MIGRATION)
    return folder
  }

  async function respond({ filter }: Record<string, unknown>) {
    const page = Number((filter as { cursor?: string }).cursor ?? 0)
    requestedPages.push(page)
    await pause(PAGE_MS)
    const items = Array.from({ length: PAGE }, (_, index) => email(`mail-${page * PAGE + index}`))
    const hasMore = page + 1 < PAGES
    return { items, pagination: { hasMore, pageSize: PAGE, ...(hasMore ? { cursor: String(page + 1) } : {}) } }
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let polls = 0; polls < 1_500; polls += 1) {
      if (await condition()) return
      await pause(20)
    }
    throw new Error('what was waited for did not happen')
  }

  const findNext = async () =>
    (await sql<{ name: string }>`select name from schema_migrations where name = '999-moods.sql'`.execute(store.db))
      .rows

  test('happens while a worker of the old release runs, which carries on; nothing is lost or doubled', async () => {
    const old = environment.start()
    await old.ready
    store = await openStore(environment.database.options)
    const connectionId = await environment.connect(old)
    await until(() => requestedPages.length > 5)

    // The migration needs a lock that a long transaction holds. Meanwhile the old worker is not held up for long.
    let release = () => {}
    const held = store.db.transaction().execute(async (tx) => {
      await sql`select count(*) from blocks`.execute(tx)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    const killed = environment.start({}, nextRelease)
    const before = requestedPages.length
    await until(() => requestedPages.length > before + 10)
    expect(await findNext()).toEqual([])
    await killed.kill()
    release()
    await held

    const next = environment.start({}, nextRelease)
    await next.ready
    expect(await findNext()).toHaveLength(1)
    const input = { connectionId, sync: 'EMAIL' }
    await until(async () => {
      const { syncRuns } = await environment.query<{ syncRuns: { state: string }[] }>(old, RUNS, input)
      return syncRuns[0]?.state === 'ok'
    })
    const { syncRuns } = await environment.query<{ syncRuns: object[] }>(next, RUNS, input)
    expect(syncRuns).toEqual([{ state: 'ok', created: PAGE * PAGES, updated: 0, skipped: 0, failedCount: 0 }])
    expect([...new Set(requestedPages)]).toHaveLength(PAGES)
    expect(old.output).not.toMatch(/"level":"(error|fatal)"/)
    expect(await old.stop()).toBe(0)
    expect(await next.stop()).toBe(0)
  }, 120_000)

  test('can be left for the old release again, which says that the database is newer', async () => {
    const old = environment.start()
    await old.ready
    expect(old.hasLogged('the database has been upgraded by a newer release')).toBe(true)
    await environment.connect(old)
    await until(async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from syncs where health = 'healthy' and date_last_success is not null`.execute(
        store.db,
      )
      return rows[0]?.count === 2
    })
    expect(await old.stop()).toBe(0)
  }, 60_000)
})
