import { createDatabase, type Database, ping } from './postgres/database.ts'
import { detectNameSearch, type NameSearch } from './postgres/dialect.ts'
import { openEmbeddedServer } from './postgres/embedded/server.ts'
import { migrate } from './postgres/migrate.ts'
import type { PoolOptions } from './postgres/pool.ts'

export interface StoreOptions extends PoolOptions {
  /** A PostgreSQL of your own, 15 or newer. Absent: the embedded one. */
  databaseUrl?: string
  /** Where the embedded one keeps its data. */
  dataDir: string
}

/** The platform's database, migrated and answering. */
export interface Store {
  db: Database
  nameSearch: NameSearch
  /** Throws when it does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export async function openStore({ databaseUrl, dataDir, ...settings }: StoreOptions): Promise<Store> {
  const embedded = databaseUrl === undefined ? await openEmbeddedServer(dataDir) : undefined
  const db = createDatabase(embedded?.address ?? { connectionString: databaseUrl as string }, settings)
  const close = async () => {
    await db.destroy()
    await embedded?.close()
  }
  try {
    await migrate(db)
    return { db, nameSearch: await detectNameSearch(db), ping: () => ping(db), close }
  } catch (error) {
    await close()
    throw error
  }
}
