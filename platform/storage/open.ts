import { connect, type Database, ready } from './postgres/database.ts'
import { type NameSearch, nameSearchOf } from './postgres/dialect.ts'
import { openEmbedded } from './postgres/embedded/server.ts'
import { migrate } from './postgres/migrate.ts'
import type { PoolSettings } from './postgres/pool.ts'

export interface StoreSettings extends PoolSettings {
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
  ready(): Promise<void>
  close(): Promise<void>
}

export async function openStore({ databaseUrl, dataDir, ...settings }: StoreSettings): Promise<Store> {
  const embedded = databaseUrl === undefined ? await openEmbedded(dataDir) : undefined
  const db = connect(embedded?.address ?? { connectionString: databaseUrl as string }, settings)
  const close = async () => {
    await db.destroy()
    await embedded?.close()
  }
  try {
    await migrate(db)
    return { db, nameSearch: await nameSearchOf(db), ready: () => ready(db), close }
  } catch (error) {
    await close()
    throw error
  }
}
