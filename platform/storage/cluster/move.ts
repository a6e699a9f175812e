import { sql } from 'kysely'
import pg from 'pg'
import { type Database, isUnavailable } from '../postgres/database.ts'
import type { ClusterNode } from './nodes.ts'

/** What is copied to another node at the moment. */
export interface CopyProgress {
  /** The name of the bucket, or the schema of the directory, which further nodes get a copy of. */
  bucket: string
  /** In the words of Citus, for example `Copying Data`. */
  step: string
  /** Bytes; those of the source, and those that have arrived. */
  total: number
  copied: number
}

/**
 * Moves a bucket to another node; its tenants can write until the last moment of it. `onStart` gets what cancels it, after which
 * the bucket is where it was; if it throws, nothing is moved. A program that is killed meanwhile does not end it.
 */
export async function moveBucket(
  db: Database,
  bucket: string,
  node: ClusterNode,
  onStart: (cancel: () => Promise<void>) => void,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    onStart(async () => void (await sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(db)))
    await sql`select citus_schema_move(${bucket}::regnamespace, ${node.id}::int)`.execute(connection)
  })
}

/** Whether the cluster may complete a move that has failed: the connection was lost before the coordinator reported an end. */
export function mayGoOn(error: unknown): boolean {
  return isUnavailable(error) && !(error instanceof pg.DatabaseError)
}

/** The buckets that are being copied, by a move or by a rebalance. */
export async function readProgress(db: Database): Promise<CopyProgress[]> {
  const { rows } = await sql<CopyProgress>`
    select n.nspname as bucket, min(p.status) as step,
      sum(p.source_shard_size)::bigint as total, sum(least(p.target_shard_size, p.source_shard_size))::bigint as copied
    from get_rebalance_progress() p
    join pg_class c on c.oid = p.table_name join pg_namespace n on n.oid = c.relnamespace
    where p.progress = 1 group by n.nspname order by n.nspname`.execute(db)
  return rows
}
