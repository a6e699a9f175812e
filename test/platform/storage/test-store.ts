import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openStore, type Store } from '../../../platform/storage/open.ts'
import { isProcessAlive } from '../../../platform/storage/postgres/embedded/cluster.ts'
import { openEmbeddedServer } from '../../../platform/storage/postgres/embedded/server.ts'

/** A database of its own for a test file, on a server that all test files share. */
export interface TestStore extends Store {
  url: string
}

const PREFIX = 'test_'

/** The server of TEST_DATABASE_URL, else the embedded one in a folder that is kept for the next run. */
async function openServer(): Promise<{ urlOf: (database: string) => string; close: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const urlOf = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href
    return { urlOf, close: async () => undefined }
  }
  const server = await openEmbeddedServer(join(tmpdir(), `provider-hub-tests-${process.getuid?.()}`))
  const { host, port, user } = server.address
  const query = new URLSearchParams({ host, port: String(port), user }).toString()
  return { urlOf: (database) => `postgresql:///${database}?${query}`, close: server.close }
}

export async function openTestStore(): Promise<TestStore> {
  const server = await openServer()
  const admin = new Client({ connectionString: server.urlOf('postgres') })
  await admin.connect()
  await sweep(admin)
  const name = `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = server.urlOf(name)
  const store = await openStore({ databaseUrl: url, dataDir: 'none' })
  const close = async () => {
    await store.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await server.close()
  }
  return { ...store, url, close }
}

/** Databases of runs that were killed; the name tells by which process. */
async function sweep(admin: Client): Promise<void> {
  const { rows } = await admin.query(`select datname from pg_database where datname like '${PREFIX}%'`)
  for (const { datname } of rows as { datname: string }[]) {
    const pid = Number(datname.slice(PREFIX.length).split('_')[0])
    if (!isProcessAlive(pid)) await admin.query(`drop database if exists ${datname} with (force)`)
  }
}
