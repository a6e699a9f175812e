import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { isProcessAlive } from '../../platform/storage/postgres/embedded/cluster.ts'
import { openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import type { Seeded } from '../graph/seed.ts'

const run = promisify(execFile)

/** The name of a copy's folder begins with this and ends with the id of the process that uses it. */
const PREFIX = 'writes-'
/** Files of the running server, whose socket is in its data folder. */
const FILES_OF_PROCESS = ['postmaster.pid', 'postmaster.opts', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Opens a copy of a seeded database, which the caller may change: other benchmarks rely on the rows of the original. It is
 * copied as an online backup, so the original may be in use. `close` deletes the copy.
 */
export async function openCopy({ dataDir, address }: Seeded): Promise<Seeded> {
  await removeAbandoned(dirname(dataDir))
  const copyDir = join(dirname(dataDir), `${PREFIX}${process.pid}`)
  await mkdir(copyDir)
  const remove = () => rm(copyDir, { recursive: true })
  try {
    await copy({ dataDir, address }, copyDir)
    const server = await openEmbeddedServer(copyDir)
    await settle(server.address)
    const close = () => server.close().then(remove)
    return { dataDir: copyDir, address: server.address, close }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the copies of runs that were killed. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(PREFIX) || isProcessAlive(Number(name.slice(PREFIX.length)))) continue
    // Its server may still be running; closing the last connection stops it.
    await openEmbeddedServer(join(cache, name)).then((server) => server.close())
    await rm(join(cache, name), { recursive: true })
  }
}

async function copy({ dataDir, address }: Pick<Seeded, 'dataDir' | 'address'>, copyDir: string): Promise<void> {
  const [from, to] = [join(dataDir, 'postgres'), join(copyDir, 'postgres')]
  const owner = await stat(from)
  const client = new pg.Client(address)
  await client.connect()
  await client.query("select pg_backup_start('bench', true)")
  await run('cp', ['-a', from, to]).catch(ignoreMissing(to))
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  // The log that was written during the copy is copied again, because the recovery reads it to the end of the backup.
  await rm(join(to, 'pg_wal'), { recursive: true })
  await run('cp', ['-a', join(from, 'pg_wal'), join(to, 'pg_wal')]).catch(ignoreMissing(to))
  for (const name of FILES_OF_PROCESS) await rm(join(to, name), { force: true })
  const label = join(to, 'backup_label')
  await writeFile(label, rows[0]?.labelfile ?? '')
  await chown(label, owner.uid, owner.gid)
}

/** Files that the server removes during the copy, such as temporary ones, are not part of a backup. */
function ignoreMissing(folder: string) {
  return (error: unknown) => {
    if (!existsSync(folder)) throw error
  }
}

/** Writes everything to disk now, and not while the writes are measured. */
async function settle(address: Seeded['address']): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}
