import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { type Buckets, bucketNameOf } from '../../../platform/storage/buckets.ts'
import { createBucket, createDirectory } from '../../../platform/storage/cluster/create.ts'
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

/** The buckets of a database on a cluster. */
const TEST_BUCKETS = 3

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

/**
 * On a cluster, `db` finds the tables of its first bucket. Without `allBuckets`, everybody who signs in gets this one, so that a
 * test can look at all tables by it.
 */
export async function openTestStore({ allBuckets = false } = {}): Promise<TestStore> {
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
  const [first = { name: 'public', db: store.db }] = store.buckets.all()
  const { directory } = store.buckets
  const firstOnly: Buckets = {
    directory,
    all: () => [first],
    of: async () => first.db,
    named: () => first.db,
    choose: async () => first,
  }
  const isOfCluster = bucketNameOf(first.db) !== undefined
  return { ...store, db: first.db, buckets: isOfCluster && !allBuckets ? firstOnly : store.buckets, url, close }
}

/** Creates a database without tables; the caller drops it. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await openServer()
  const name = databaseName()
  await server.create(name)
  const drop = async () => {
    await server.drop(name)
    await server.close()
  }
  return { url: server.urlOf(name), drop }
}

/**
 * A migrated database without a store. Nobody is connected to it or to its server, so that the nodes of a cluster can be killed
 * until `drop`.
 */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await openServer()
  await sweep(server)
  const name = databaseName()
  await server.copy(await ensureTemplate(server), name)
  await server.close()
  const drop = async () => {
    const again = await openServer()
    await again.drop(name)
    await again.close()
  }
  return { url: server.urlOf(name), drop }
}

/**
 * Creates a migrated database to copy from, once for each state of the migrations: copying it takes a fraction of the
 * time that the migrations take. Returns its name.
 */
async function ensureTemplate(server: Administration): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['postgres/dialect.ts', 'postgres/migrate.ts', 'cluster/create.ts']) {
    hash.update(await readFile(new URL(file, STORAGE)))
  }
  for (const name of await listMigrations())
    hash.update(await readFile(new URL(`postgres/migrations/${name}`, STORAGE)))
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  if ((await server.list(template)).length > 0) return template
  const draft = databaseName()
  await server.create(draft)
  const store = await openStore({ databaseUrl: server.urlOf(draft), dataDir: 'none' })
  if (process.env.TEST_CLUSTER_URL) {
    await createDirectory(store.db, 0)
    for (let number = 2; number <= TEST_BUCKETS; number += 1) await createBucket(store.db)
  }
  await store.close()
  await server.rename(draft, template)
  return template
}

const STORAGE = new URL('../../../platform/storage/', import.meta.url)

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
