import { sql } from 'kysely'
import { StartupError } from '../../src/runtime/environment.ts'
import { redactText } from '../../src/runtime/redact.ts'
import { type Database, databaseOf, ping } from './postgres/database.ts'
import { detectNameSearch, type NameSearch } from './postgres/dialect.ts'
import { openEmbeddedServer } from './postgres/embedded/server.ts'
import { migrate } from './postgres/migrate.ts'
import { placeSchema } from './postgres/placement.ts'
import { createPool, type PoolOptions, type PoolUsage, usageOf } from './postgres/pool.ts'

export interface StoreOptions extends PoolOptions {
  /** URL of a PostgreSQL server, 15 or newer. Absent: the embedded server is started. */
  databaseUrl?: string
  /** The folder of the embedded server's data. */
  dataDir: string
}

/** The platform's database, with the newest schema. */
export interface Store {
  db: Database
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
  const close = async () => {
    await db.destroy()
    await embedded?.close()
  }
  try {
    if (databaseUrl !== undefined) await ping(db).catch((error) => failToConnect(databaseUrl, error))
    if (databaseUrl !== undefined) await checkSchema(db)
    const newerMigrations = await migrate(db)
    await placeSchema(db)
    return {
      db,
      newerMigrations,
      nameSearch: await detectNameSearch(db),
      ping: () => ping(db),
      poolUsage: () => usageOf(pool),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Names the variable and the server, but not the password. A name with several addresses fails once for each. */
function failToConnect(databaseUrl: string, error: Error & { errors?: readonly Error[] }): never {
  const reason = error.message || (error.errors ?? []).map(({ message }) => message).join(', ')
  const problem = `DATABASE_URL: the database${serverOf(databaseUrl)} cannot be used: ${redactText(reason)}.`
  throw new StartupError('platform', [problem])
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
