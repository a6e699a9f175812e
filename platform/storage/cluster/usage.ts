import { sql } from 'kysely'
import { createDatabase, type Database } from '../postgres/database.ts'
import { type BucketLocation, locateBuckets } from './metadata.ts'
import { urlOnNode } from './node-pool.ts'

/** What a bucket holds, and how it is. */
export interface BucketUsage extends BucketLocation {
  tenants: number
  /** An error if its node could not be asked. */
  load: BucketLoad | Error
}

export interface BucketLoad {
  /** Of tables and indexes (bytes). */
  size: number
  /** How long the sync that waits longest has been due (ms); 0 if none waits. */
  lagMs: number
}

/** All buckets, each asked at its own node and alone: one that is away does not make the others wait. */
export async function readUsage(directory: Database, databaseUrl: string, timeoutMs: number): Promise<BucketUsage[]> {
  const { rows } = await sql<{ bucket: string; count: number }>`
    select bucket, count(*)::int as count from tenants group by bucket`.execute(directory)
  const { rows: schemas } = await sql<{ name: string }>`select current_schema() as name`.execute(directory)
  const schema = schemas[0]?.name ?? 'public'
  return Promise.all(
    (await locateBuckets(directory)).map(async (bucket) => {
      const tenants = rows.find((row) => row.bucket === bucket.name)?.count ?? 0
      const load = await readLoad(bucket, schema, databaseUrl, timeoutMs).catch((error: Error) => error)
      return { ...bucket, tenants, load }
    }),
  )
}

async function readLoad(
  { name, node }: BucketLocation,
  schema: string,
  databaseUrl: string,
  timeoutMs: number,
): Promise<BucketLoad> {
  const address = { connectionString: urlOnNode(databaseUrl, node) }
  const db = createDatabase(address, { maxConnections: 1, searchPath: [name, schema] })
  const timeout = AbortSignal.timeout(timeoutMs)
  const isOver = new Promise<never>((_, reject) =>
    timeout.addEventListener('abort', () => reject(new Error(`no response within ${timeoutMs / 1_000} s`))),
  )
  try {
    return await Promise.race([selectLoad(db), isOver])
  } finally {
    void db.destroy().catch(() => undefined)
  }
}

/** The tables on their node have names of their own, which Citus hides from lists. */
async function selectLoad(db: Database): Promise<BucketLoad> {
  const { rows } = await sql<BucketLoad>`
    select
      (select coalesce(sum(pg_total_relation_size(shard_name(h.logicalrelid, h.shardid)::regclass)), 0)::bigint
       from pg_catalog.pg_dist_schema s
       join pg_catalog.pg_dist_partition p on p.colocationid = s.colocationid
       join pg_catalog.pg_dist_shard h on h.logicalrelid = p.logicalrelid
       where s.schemaid = current_schema()::regnamespace) as size,
      greatest(0, coalesce(
        (extract(epoch from clock_timestamp()) * 1000)::bigint
          - (select min(date_due) from syncs where runnable and date_due is not null), 0))::bigint as "lagMs"`.execute(
    db,
  )
  return rows[0] as BucketLoad
}
