import { type Expression, type SqlBool, sql } from 'kysely'
import { type ConnectionKey, type ConnectionStatus, SYNC_NAMES, type SyncName } from '../../model/sync.ts'
import { ALWAYS, type NumberFilter, numberCondition } from '../postgres/conditions.ts'
import type { Database } from '../postgres/database.ts'
import type { PageRequest } from '../postgres/paging.ts'
import { CONNECTION_COLUMNS, type Connection, type Run, type Sync, toConnection, toRun, toSync } from './rows.ts'

export interface ConnectionFilter extends PageRequest {
  application?: string
  status?: ConnectionStatus
}

/** A page of a tenant's connections, newest first. */
export async function listConnections(db: Database, tenantId: string, filter: ConnectionFilter): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .select(CONNECTION_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(({ and, eb }) => {
      const conditions: Expression<SqlBool>[] = []
      if (filter.application !== undefined) conditions.push(eb('application', '=', filter.application))
      if (filter.status !== undefined) conditions.push(eb('status', '=', filter.status))
      return and(conditions)
    })
    .orderBy('date_created', 'desc')
    .orderBy('connection_id')
    .limit(filter.size)
    .offset(filter.size * filter.page)
    .execute()
  return rows.map(toConnection)
}

export async function findConnection(db: Database, key: ConnectionKey): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('connections')
    .select(CONNECTION_COLUMNS)
    .where('tenant_id', '=', key.tenantId)
    .where('connection_id', '=', key.connectionId)
    .executeTakeFirst()
  return row && toConnection(row)
}

/** Finds several connections of a tenant, by id. */
export async function findConnections(
  db: Database,
  tenantId: string,
  connectionIds: readonly string[],
): Promise<Map<string, Connection>> {
  if (connectionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('connections')
    .select(CONNECTION_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('connection_id', 'in', connectionIds)
    .execute()
  return new Map(rows.map((row) => [row.connection_id, toConnection(row)]))
}

/** Loads the syncs of several connections with their latest runs, in two statements. Returns them by connection id. */
export async function loadSyncsByConnection(
  db: Database,
  tenantId: string,
  connectionIds: readonly string[],
): Promise<Map<string, Sync[]>> {
  if (connectionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('syncs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('connection_id', 'in', connectionIds)
    .execute()
  const runs = await loadRunsById(
    db,
    tenantId,
    rows.flatMap(({ run_id, last_run_id }) => run_id ?? last_run_id ?? []),
  )
  rows.sort((a, b) => SYNC_NAMES.indexOf(a.sync) - SYNC_NAMES.indexOf(b.sync))
  const syncs = rows.map((row) => toSync(row, runs.get(row.run_id ?? row.last_run_id ?? '')))
  return Map.groupBy(syncs, ({ connectionId }) => connectionId)
}

async function loadRunsById(db: Database, tenantId: string, runIds: readonly string[]): Promise<Map<string, Run>> {
  if (runIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sync_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('run_id', 'in', runIds)
    .execute()
  return new Map(rows.map((row) => [row.run_id, toRun(row)]))
}

const NOTEWORTHY = sql<boolean>`(state <> 'ok' or created + updated > 0 or jsonb_array_length(warnings) > 0)`

export async function findRun(db: Database, tenantId: string, runId: string): Promise<Run | undefined> {
  const row = await db
    .selectFrom('sync_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return row && toRun(row)
}

export interface RunFilter extends PageRequest {
  sync?: SyncName
  /** Only runs that changed something, did not end well, have warnings, or are running. */
  noteworthy?: boolean
  dateStart?: NumberFilter
}

/** A page of a connection's runs, newest first. */
export async function listRuns(
  db: Database,
  { tenantId, connectionId }: ConnectionKey,
  { sync, noteworthy = false, dateStart, size, page }: RunFilter,
): Promise<Run[]> {
  const rows = await db
    .selectFrom('sync_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where(({ and, eb }) => and(sync === undefined ? [] : [eb('sync', '=', sync)]))
    .where(dateStart === undefined ? ALWAYS : numberCondition(sql.ref('date_start'), dateStart))
    .where(noteworthy ? NOTEWORTHY : ALWAYS)
    .orderBy('date_start', 'desc')
    .orderBy('run_id')
    .limit(size)
    .offset(size * page)
    .execute()
  return rows.map(toRun)
}
