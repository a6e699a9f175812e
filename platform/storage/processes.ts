import { sql } from 'kysely'
import type { Database } from './postgres/database.ts'

/** A process that uses the database. */
export interface RegisteredProcess {
  processId: string
  /** `all`, `api` or `worker`. */
  role: string
  /** Version of the release, from package.json. */
  version: string
  /** The newest migration that the release knows. */
  migration: string
  /** The ids of the keys in its CREDENTIAL_KEY, in their order. */
  credentialKeyIds: readonly string[]
  /** Epoch ms. */
  dateStarted: number
}

/** Processes renew their rows at this interval, and are taken for stopped after four of them (ms). */
export const RENEWAL_INTERVAL_MS = 15_000
const MAX_AGE_MS = 4 * RENEWAL_INTERVAL_MS
/** Rows of processes that were killed are kept for a while, for whoever looks into it. */
const RETENTION_MS = 86_400_000

/** Registers a process, or renews its registration. */
export async function registerProcess(db: Database, process: RegisteredProcess, now: number): Promise<void> {
  const { processId, role, version, migration, credentialKeyIds, dateStarted } = process
  await sql`
    insert into processes (process_id, role, version, migration, credential_key_ids, date_started, date_seen)
    values (${processId}, ${role}, ${version}, ${migration}, ${credentialKeyIds}, ${dateStarted}, ${now})
    on conflict (process_id) do update set date_seen = excluded.date_seen`.execute(db)
}

export async function unregisterProcess(db: Database, processId: string, now: number): Promise<void> {
  await sql`
    delete from processes where process_id = ${processId} or date_seen < ${now - RETENTION_MS}`.execute(db)
}

/** A process that was not seen since then (epoch ms) is taken for stopped. */
export function oldestSeen(now: number): number {
  return now - MAX_AGE_MS
}

/** The processes that are running. Those that were killed are among them for up to a minute. */
export async function listProcesses(db: Database, now: number): Promise<RegisteredProcess[]> {
  const { rows } = await sql<RegisteredProcess>`
    select process_id as "processId", role, version, migration, credential_key_ids as "credentialKeyIds",
      date_started as "dateStarted"
    from processes where date_seen > ${oldestSeen(now)} order by date_started, process_id`.execute(db)
  return rows
}
