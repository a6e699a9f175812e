import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createDatabase } from '../../../platform/storage/postgres/database.ts'
import { createEnvironment, type TestEnvironment } from '../crash/environment.ts'
import type { PlatformProcess } from '../crash/platform-process.ts'
import { email } from '../storage/fixtures.ts'
import { DebianServers, findPrograms, urlOf } from './debian-server.ts'

const CREDENTIAL_KEY = 'the-credential-key-of-the-backup-tests'
const PAGE = 20
const PAGES = 15

const RUN = 'mutation Run($input: SyncInput!) { runSync(input: $input) { state } }'
const RUNS = 'query Runs($input: SyncRunsInput!) { syncRuns(input: $input) { state } }'
const CHANGES = 'query Changes($input: ChangesInput) { changes(input: $input) { next } }'
/** As docs/backup.md says: clients that have seen more than the backup notice it and load again. */
const AFTER_RESTORE = 'update tenants set sequence = sequence + 1000000'

const programs = findPrograms()
const withPrograms = programs ? describe : describe.skip
if (!programs)
  process.stdout.write('backup: skipped, because PostgreSQL is not installed (apt-get install postgresql)\n')

withPrograms('a backup of a platform that is working', () => {
  let folder: string
  let servers: DebianServers
  let environment: TestEnvironment
  let port: number
  let original: PlatformProcess
  let connectionId: string
  /** What the mailbox holds: in each pass ten more mails, and a fifth of them have changed. */
  let pass = 0
  let release = () => {}
  let requested = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'provider-hub-backup-'))
    await chmod(folder, 0o755)
    servers = new DebianServers(programs ?? '', folder)
    await servers.create('original')
    port = await servers.start('original')
    await servers.run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'hub')
    environment = await createEnvironment()
    environment.provider.responses.set('/sync/email', respond)
    original = await startPlatform(urlOf(port))
  }, 60_000)
  afterAll(async () => {
    await environment.dispose()
    for (const name of ['original', 'base']) await servers.stop(name, 'immediate')
    await rm(folder, { recursive: true })
  })

  const itemsOf = () => PAGE * PAGES + 10 * pass
  let gate: Promise<void> = Promise.resolve()

  async function respond({ filter }: Record<string, unknown>) {
    const page = Number((filter as { cursor?: string }).cursor ?? 0)
    requested += 1
    if (page === 8) await gate
    const count = Math.min(PAGE, itemsOf() - page * PAGE)
    const items = Array.from({ length: count }, (_, index) => {
      const number = page * PAGE + index
      const changes = Math.floor((pass + (number % 5)) / 5)
      return email(`mail-${number}`, { subject: `Mail ${number}, changed ${changes} times`, to: [] })
    })
    const hasMore = (page + 1) * PAGE < itemsOf()
    return { items, pagination: { hasMore, pageSize: count, ...(hasMore ? { cursor: String(page + 1) } : {}) } }
  }

  async function startPlatform(databaseUrl: string): Promise<PlatformProcess> {
    const platform = environment.start({ DATABASE_URL: databaseUrl, CREDENTIAL_KEY, CONSOLE: 'off' })
    await platform.ready
    return platform
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let polls = 0; polls < 1_500; polls += 1) {
      if (await condition()) return
      await pause(20)
    }
    throw new Error('what was waited for did not happen')
  }

  async function readMailbox(platform: PlatformProcess, runsNow = true): Promise<void> {
    const input = { connectionId, sync: 'EMAIL' }
    if (runsNow) await environment.query(platform, RUN, { ...input })
    await until(async () => {
      const { syncRuns } = await environment.query<{ syncRuns: { state: string }[] }>(platform, RUNS, input)
      return syncRuns[0]?.state === 'ok'
    })
  }

  /** The content of a store: every mail with its id, title and recipients. */
  async function readGraph(databaseUrl: string) {
    const db = createDatabase({ connectionString: databaseUrl })
    try {
      const { rows } = await sql<{ external_id: string; block_id: string; title: string; links: string[] }>`
        select b.external_id, b.block_id, b.title, array_agg(coalesce(t.email, t.email_domain) order by coalesce(t.email, t.email_domain)) as links
        from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
        group by b.block_id, b.external_id, b.title order by b.external_id`.execute(db)
      return rows
    } finally {
      await db.destroy()
    }
  }

  const withoutIds = (graph: Awaited<ReturnType<typeof readGraph>>) => graph.map(({ block_id: _, ...rest }) => rest)
  const nextChange = async (platform: PlatformProcess, input: object) =>
    (await environment.query<{ changes: { next: string } }>(platform, CHANGES, input)).changes.next

  async function restoreDump(): Promise<string> {
    const target = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    await servers.run('createdb', ...target, 'restored')
    await servers.run(
      'pg_restore',
      ...target,
      '--no-owner',
      '--exit-on-error',
      '-d',
      'restored',
      join(folder, 'hub.dump'),
    )
    await servers.run('psql', ...target, '-d', 'restored', '-c', AFTER_RESTORE)
    return urlOf(port, 'restored')
  }

  test('by pg_dump, made in the middle of a sync, carries on: the next syncs lose and double nothing', async () => {
    gate = new Promise((resolve) => {
      release = resolve
    })
    connectionId = await environment.connect(original)
    await until(() => requested > 8)
    const server = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    await servers.run('pg_dump', ...server, '-Fc', '-f', join(folder, 'hub.dump'), 'hub')
    await servers.run('pg_basebackup', ...server, '-X', 'stream', '-c', 'fast', '-D', servers.dataOf('base'))
    release()
    await readMailbox(original, false)
    pass = 1
    await readMailbox(original)
    const expected = await readGraph(urlOf(port))
    expect(expected).toHaveLength(itemsOf())
    const seen = await nextChange(original, { latest: true })

    const restoredUrl = await restoreDump()
    const before = await readGraph(restoredUrl)
    expect(before).toHaveLength(8 * PAGE)
    const restored = await startPlatform(restoredUrl)
    // The run that was under way goes on at its checkpoint; the next one reads what has changed since.
    await readMailbox(restored, false)
    await readMailbox(restored)
    const after = await readGraph(restoredUrl)
    expect(withoutIds(after)).toEqual(withoutIds(expected))
    const idOf = new Map(after.map(({ external_id, block_id }) => [external_id, block_id]))
    expect(before.every(({ external_id, block_id }) => idOf.get(external_id) === block_id)).toBe(true)
    expect(Number(await nextChange(restored, { since: seen }))).toBeGreaterThan(1_000_000)
    expect(await restored.stop()).toBe(0)
  }, 120_000)

  test('by a base backup and archived WAL is the newest state, on another server', async () => {
    pass = 2
    await readMailbox(original)
    const expected = await readGraph(urlOf(port))
    expect(await original.stop()).toBe(0)
    // Stopping archives the last segment. After a crash, what was not archived is lost.
    await servers.stop('original')
    const data = servers.dataOf('base')
    await appendFile(
      join(data, 'postgresql.conf'),
      `\nrestore_command = 'cp ${servers.wal}/%f %p'\narchive_mode = off\n`,
    )
    await writeFile(join(data, 'recovery.signal'), '')
    const url = urlOf(await servers.start('base'))
    const db = createDatabase({ connectionString: url })
    await until(async () => {
      const { rows } = await sql<{ recovering: boolean }>`select pg_is_in_recovery() as recovering`.execute(db)
      return rows[0]?.recovering === false
    })
    await db.destroy()
    expect(await readGraph(url)).toEqual(expected)
    const restored = await startPlatform(url)
    pass = 3
    await readMailbox(restored)
    expect(await readGraph(url)).toHaveLength(itemsOf())
    expect(await restored.stop()).toBe(0)
  }, 120_000)
})
