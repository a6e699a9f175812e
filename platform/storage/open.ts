import { sql } from 'kysely'
import { StartupError } from '../../src/runtime/environment.ts'
import { type Buckets, onlyBucket } from './buckets.ts'
import { ClusterBuckets, type ClusterOptions } from './cluster/bucket-connections.ts'
import { bucketName, isCoordinator, locateBuckets } from './cluster/metadata.ts'
import { type Database, databaseOf, describeDatabaseError, ping } from './postgres/database.ts'
import { detectNameSearch, type NameSearch } from './postgres/dialect.ts'
import { openEmbeddedServer } from './postgres/embedded/server.ts'
import { migrate } from './postgres/migrate.ts'
import { createPool, type PoolOptions, type PoolUsage, sumUsages, usageOf } from './postgres/pool.ts'

export interface StoreOptions extends PoolOptions {
  /** URL of a PostgreSQL server, 15 or newer. Absent: the embedded server is started. */
  databaseUrl?: string
  /** The folder of the embedded server's data. */
  dataDir: string
}

/** The platform's database, with the newest schema. */
export interface Store {
  /** The directory; on one PostgreSQL all tables. */
  db: Database
  buckets: Buckets
  nameSearch: NameSearch
  /** Migrations of a newer release, which has used this database before. */
  newerMigrations: readonly string[]
  /** Throws when the database does not respond. */
  ping(): Promise<void>
  poolUsage(): PoolUsage
  close(): Promise<void>
}

export async function openStore({ databaseUrl, dataDir, ...poolOptions }: StoreOptions): Promise<Store> {
  const embedded = databaseUrl === undefined ? await openEmbeddedServer(dataDir) : undefined
  const pool = createPool(embedded?.address ?? { connectionString: databaseUrl as string }, poolOptions)
  const db = databaseOf(pool)
  let buckets: ClusterBuckets | undefined
  const close = async () => {
    await buckets?.close()
    await db.destroy()
    await embedded?.close()
  }
  try {
    if (databaseUrl !== undefined) await ping(db).catch((error) => failToConnect(databaseUrl, error))
    if (databaseUrl !== undefined) await checkSchema(db)
    const cluster = databaseUrl === undefined ? undefined : await findCluster(db, databaseUrl, poolOptions)
    const newerMigrations = await migrate(db, cluster ? 'directory' : 'all')
    buckets = cluster && (await ClusterBuckets.open(db, cluster))
    return {
      db,
      buckets: buckets ?? onlyBucket(db),
      newerMigrations,
      nameSearch: await detectNameSearch(db, cluster ? bucketName(1) : undefined),
      ping: () => ping(db),
      poolUsage: () => sumUsages([usageOf(pool), ...(buckets ? [buckets.poolUsage()] : [])]),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Undefined unless the database is that of a cluster in which buckets were created. */
async function findCluster(
  db: Database,
  databaseUrl: string,
  options: PoolOptions,
): Promise<ClusterOptions | undefined> {
  if (!(await isCoordinator(db)) || (await locateBuckets(db)).length === 0) return undefined
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return { ...options, databaseUrl, schema: rows[0]?.schema as string }
}

function failToConnect(databaseUrl: string, error: Error): never {
  throw new StartupError('platform', [describeConnectFailure(databaseUrl, error)])
}

/** Names the variable and the server, but not the password. */
export function describeConnectFailure(databaseUrl: string, error: Error): string {
  return `DATABASE_URL: the database${serverOf(databaseUrl)} cannot be used: ${describeDatabaseError(error)}.`
}

/** Without this check, the first migration would fail because there is no schema to create tables in. */
async function checkSchema(db: Database): Promise<void> {
  const { rows } = await sql<{ schema: string | null; path: string }>`
    select current_schema() as schema, current_setting('search_path') as path`.execute(db)
  const [{ schema, path } = { schema: null, path: '' }] = rows
  if (schema !== null) return
  const problem = `DATABASE_URL: the database has no schema of its search_path (${path}): create one, or correct "options" in the URL.`
  throw new StartupError('platform', [problem])
}

function serverOf(databaseUrl: string): string {
  const host = URL.parse(databaseUrl)?.host
  return host ? ` at ${host}` : ''
}
