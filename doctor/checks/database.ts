import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { createDatabase, type Database, describeDatabaseError } from '../../platform/storage/postgres/database.ts'
import { listMigrations, type Scope } from '../../platform/storage/postgres/migrate.ts'
import type { DatabaseAddress } from '../../platform/storage/postgres/pool.ts'
import type { Reporter } from '../finding.ts'
import { describeClock, isClockWrong, TIMEOUT_MS } from '../requests.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { checkKeysOfStore } from './store-keys.ts'

const MIN_VERSION = 150_000

/** Checks a database, and what the platform has stored in it, without changing anything. */
export async function checkDatabase(report: Reporter, config: Config, address: DatabaseAddress): Promise<void> {
  const db = createDatabase(address, { maxConnections: 4 })
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no response within ${TIMEOUT_MS / 1000} seconds`)), TIMEOUT_MS).unref()
  })
  try {
    await Promise.race([runChecks(report, config, db, address), timeout])
  } catch (error) {
    report.error(
      'database',
      `it cannot be used: ${describeDatabaseError(error as Error)}`,
      'Start it, or correct host, user and password in DATABASE_URL.',
    )
  } finally {
    await Promise.race([db.destroy(), timeout]).catch(() => undefined)
  }
}

async function runChecks(report: Reporter, config: Config, db: Database, address: DatabaseAddress): Promise<void> {
  await checkServer(report, db)
  const cluster = 'connectionString' in address ? await openCluster(report, db, address.connectionString) : undefined
  try {
    const hasTables = await checkMigrations(report, db, cluster)
    await Promise.all([checkRights(report, db, hasTables), checkBackups(report, db)])
    if (hasTables) await checkKeysOfStore(report, config, db, cluster?.buckets ?? [{ name: 'public', db }])
  } finally {
    await cluster?.close()
  }
}

async function checkServer(report: Reporter, db: Database): Promise<void> {
  const start = Date.now()
  const { rows } = await sql<{
    version: string
    number: string
    now: number
    bytes: number
    connections: string
    used: number
  }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_database_size(current_database()) as bytes,
      current_setting('max_connections') as connections, (select count(*) from pg_stat_activity) as used`.execute(db)
  const row = rows[0]
  if (!row) return
  const difference = (start + Date.now()) / 2 - row.now
  const size = `${(row.bytes / 1_000_000).toFixed(0)} MB, ${row.used} of ${row.connections} connections in use`
  if (Number(row.number) < MIN_VERSION) {
    report.error('database', `PostgreSQL ${row.version} is too old`, 'Upgrade it to version 15 or newer.')
  } else report.ok('database', `PostgreSQL ${row.version}, ${size}`)
  if (isClockWrong(difference)) {
    report.error(
      'database clock',
      `this machine is ${describeClock(difference)}`,
      'Synchronize the clocks (NTP). The platform follows the database’s clock.',
    )
  } else report.ok('database clock', `${describeClock(difference)} to this machine’s`)
}

/** Returns whether the platform’s tables are there. */
async function checkMigrations(report: Reporter, db: Database, cluster: Cluster | undefined): Promise<boolean> {
  const { rows: tables } = await sql<{
    found: boolean
  }>`select to_regclass('schema_migrations') is not null as found`.execute(db)
  if (!tables[0]?.found) {
    report.skipped('migrations', 'the database is empty: the first start creates the tables')
    return false
  }
  const directory = await compareMigrations(db, cluster ? 'directory' : 'all')
  const states = await Promise.all(
    (cluster?.buckets ?? []).map(async ({ name, db }) => {
      const { pending } = db ? await compareMigrations(db, 'bucket') : { pending: [] }
      return pending.map((migration) => `${migration} in ${name}`)
    }),
  )
  const { applied, newer } = directory
  const pending = [...directory.pending, ...states.flat()]
  if (newer.length > 0) {
    report.warning(
      'migrations',
      `the database is newer than this release: ${newer.join(', ')}`,
      'Go on with the upgrade: an older release beside a newer one is for its duration only.',
    )
  } else if (pending.length > 0) {
    report.warning(
      'migrations',
      `pending: ${pending.join(', ')}`,
      'Make a backup. The next start of this release applies them.',
    )
  } else report.ok('migrations', `all ${applied.length} are applied${cluster ? ', in every bucket that responds' : ''}`)
  return applied.length > 0
}

async function compareMigrations(db: Database, scope: Scope) {
  const [all, inScope] = [await listMigrations(), await listMigrations(scope)]
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  return {
    applied,
    pending: inScope.filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !all.includes(name)),
  }
}

async function checkRights(report: Reporter, db: Database, hasTables: boolean): Promise<void> {
  const { rows } = await sql<{ create: boolean; owns: boolean; trigram: boolean; available: boolean }>`
    select has_schema_privilege(current_schema(), 'create') as create,
      not exists (select 1 from pg_tables where schemaname = current_schema() and not pg_has_role(tableowner, 'usage')) as owns,
      exists (select 1 from pg_extension where extname = 'pg_trgm') as trigram,
      exists (select 1 from pg_available_extensions where name = 'pg_trgm') as available`.execute(db)
  const row = rows[0]
  if (!row) return
  if (row.create && row.owns) report.ok('permissions', 'migrations may create and alter tables')
  else {
    report.error(
      'permissions',
      row.create ? 'some tables belong to another role' : 'no tables may be created',
      'Let the role of DATABASE_URL own the database and its tables: migrations alter them.',
    )
  }
  if (row.trigram) report.ok('extension', 'pg_trgm finds misspelt names')
  else if (hasTables || !row.available) {
    report.warning(
      'extension',
      'pg_trgm is not installed, so misspelt names are not found, and searches for names are slow',
      row.available
        ? 'create extension pg_trgm, then restart a platform process.'
        : 'Install PostgreSQL’s contrib package.',
    )
  }
}

/** A database does not know of its dumps; of archived WAL it does. */
async function checkBackups(report: Reporter, db: Database): Promise<void> {
  const { rows } = await sql<{ mode: string; last: Date | null; failed: boolean }>`
    select current_setting('archive_mode') as mode, last_archived_time as last,
      coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as failed from pg_stat_archiver`.execute(
    db,
  )
  const row = rows[0]
  if (!row || row.mode === 'off') {
    report.skipped('backup', 'not known here: WAL is not archived, and dumps leave no trace in the database')
  } else if (row.failed) {
    report.error(
      'backup',
      'archiving WAL fails, which fills the disk of the database',
      'Look at archive_command and the log of the database.',
    )
  } else report.ok('backup', `WAL is archived, last ${row.last?.toISOString() ?? 'never'}`)
}
