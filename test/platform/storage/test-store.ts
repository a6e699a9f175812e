import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { openStore, type Store } from '../../../platform/storage/open.ts'
import { isProcessAlive } from '../../../platform/storage/postgres/embedded/cluster.ts'
import { openEmbeddedServer } from '../../../platform/storage/postgres/embedded/server.ts'
import { listMigrations } from '../../../platform/storage/postgres/migrate.ts'
import { SERVER_FOLDER } from '../../kit/server-folder.ts'
import { type Administration, administerCluster, administerServer } from './test-databases.ts'

/** A database of its own for a test file, on a server or a cluster that all test files share. */
export interface TestStore extends Store {
  url: string
}

const PREFIX = 'test_'

/** The cluster or the server of a variable, else the embedded server in a folder that is kept for the next run. */
async function openServer(): Promise<Administration> {
  const { TEST_CLUSTER_URL, TEST_DATABASE_URL } = process.env
  const serverUrl = TEST_CLUSTER_URL ?? TEST_DATABASE_URL
  if (serverUrl) {
    const urlOf = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
    const admin = new Client({ connectionString: urlOf('postgres') })
    await admin.connect()
    return TEST_CLUSTER_URL ? administerCluster(urlOf, admin) : administerServer(urlOf, admin)
  }
  const server = await openEmbeddedServer(SERVER_FOLDER)
  const { host, port, user } = server.address
  const query = new URLSearchParams({ host, port: String(port), user }).toString()
  const urlOf = (database: string) => `postgresql:///${database}?${query}`
  const admin = new Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  return administerServer(urlOf, admin, server.close)
}

export async function openTestStore(): Promise<TestStore> {
  const server = await openServer()
  await sweep(server)
  const name = databaseName()
  await server.copy(await ensureTemplate(server), name)
  const url = server.urlOf(name)
  const store = await openStore({ databaseUrl: url, dataDir: 'none' })
  const close = async () => {
    await store.close()
    await server.drop(name)
    await server.close()
  }
  return { ...store, url, close }
}

/**
 * Creates a migrated database to copy from, once for each state of the migrations: copying it takes a fraction of the
 * time that the migrations take. Returns its name.
 */
async function ensureTemplate(server: Administration): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['dialect.ts', 'migrate.ts', 'placement.ts']) hash.update(await readFile(new URL(file, POSTGRES)))
  for (const name of await listMigrations()) hash.update(await readFile(new URL(`migrations/${name}`, POSTGRES)))
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  if ((await server.list(template)).length > 0) return template
  const draft = databaseName()
  await server.create(draft)
  const store = await openStore({ databaseUrl: server.urlOf(draft), dataDir: 'none' })
  await store.close()
  await server.rename(draft, template)
  return template
}

const POSTGRES = new URL('../../../platform/storage/postgres/', import.meta.url)

function databaseName(): string {
  return `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
}

/** Databases of runs that were killed; the name tells by which process. */
async function sweep(server: Administration): Promise<void> {
  for (const name of await server.list(`${PREFIX}%`)) {
    const pid = Number(name.slice(PREFIX.length).split('_')[0])
    if (!isProcessAlive(pid)) await server.drop(name)
  }
}
