import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { openStore, type Store } from '../../../platform/storage/open.ts'
import { isProcessAlive } from '../../../platform/storage/postgres/embedded/cluster.ts'
import { openEmbeddedServer } from '../../../platform/storage/postgres/embedded/server.ts'
import { listMigrations } from '../../../platform/storage/postgres/migrate.ts'
import { SERVER_FOLDER } from '../../kit/server-folder.ts'

/** A database of its own for a test file, on a server that all test files share. */
export interface TestStore extends Store {
  url: string
}

const PREFIX = 'test_'

interface TestServer {
  urlOf: (database: string) => string
  close: () => Promise<void>
}

/** The server of TEST_DATABASE_URL, else the embedded one in a folder that is kept for the next run. */
async function openServer(): Promise<TestServer> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl) {
    const urlOf = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
    return { urlOf, close: async () => undefined }
  }
  const server = await openEmbeddedServer(SERVER_FOLDER)
  const { host, port, user } = server.address
  const query = new URLSearchParams({ host, port: String(port), user }).toString()
  return { urlOf: (database) => `postgresql:///${database}?${query}`, close: server.close }
}

export async function openTestStore(): Promise<TestStore> {
  const server = await openServer()
  const admin = new Client({ connectionString: server.urlOf('postgres') })
  await admin.connect()
  await sweep(admin)
  const name = databaseName()
  await admin.query(`create database ${name} template ${await ensureTemplate(server, admin)}`)
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

/**
 * Creates a migrated database to copy from, once for each state of the migrations: copying it takes a fraction of the
 * time that the migrations take. Returns its name.
 */
async function ensureTemplate(server: TestServer, admin: Client): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['dialect.ts', 'migrate.ts']) hash.update(await readFile(new URL(file, POSTGRES)))
  for (const name of await listMigrations()) hash.update(await readFile(new URL(`migrations/${name}`, POSTGRES)))
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount) return template
  const draft = databaseName()
  await admin.query(`create database ${draft}`)
  const store = await openStore({ databaseUrl: server.urlOf(draft), dataDir: 'none' })
  await store.close()
  try {
    await admin.query(`alter database ${draft} rename to ${template}`)
  } catch (error) {
    // Another test file was faster.
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error
    await admin.query(`drop database ${draft}`)
  }
  return template
}

const POSTGRES = new URL('../../../platform/storage/postgres/', import.meta.url)
const DUPLICATE_DATABASE = '42P04'

function databaseName(): string {
  return `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
}

/** Databases of runs that were killed; the name tells by which process. */
async function sweep(admin: Client): Promise<void> {
  const { rows } = await admin.query(`select datname from pg_database where datname like '${PREFIX}%'`)
  for (const { datname } of rows as { datname: string }[]) {
    const pid = Number(datname.slice(PREFIX.length).split('_')[0])
    if (!isProcessAlive(pid)) await admin.query(`drop database if exists ${datname} with (force)`)
  }
}
