import { sql } from 'kysely'
import type { Database, Tx } from '../postgres/database.ts'

/** Tables of the directory. All others belong to buckets. */
export const DIRECTORY_TABLES = ['tenants', 'providers', 'processes', 'schema_migrations', 'schema_lock'] as const

/** The tables of the directory that every node has, so that statements in a bucket can join them. */
export const REFERENCE_TABLES = ['tenants', 'providers'] as const

/** The address of a node, as the cluster knows it. */
export interface NodeAddress {
  host: string
  port: number
}

/** A bucket, and the node that it is on. */
export interface BucketLocation {
  name: string
  node: NodeAddress
}

export function bucketName(number: number): string {
  return `bucket_${number}`
}

export function isBucketName(name: string): boolean {
  return /^bucket_\d+$/.test(name)
}

/** Whether the database is the coordinator of a cluster of Citus. */
export async function isCoordinator(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  if (rows.length === 0) return false
  const { rows: roles } = await sql<{ is: boolean }>`select citus_is_coordinator() as is`.execute(db)
  return roles[0]?.is === true
}

/** The buckets of a cluster with their nodes, in the order of their numbers. */
export async function locateBuckets(db: Database | Tx): Promise<BucketLocation[]> {
  const { rows } = await sql<{ name: string } & NodeAddress>`
    select n.nspname as name, d.nodename as host, d.nodeport as port
    from pg_catalog.pg_dist_schema s
    join pg_namespace n on n.oid = s.schemaid
    cross join lateral (
      select l.groupid from pg_catalog.pg_dist_partition p
      join pg_catalog.pg_dist_shard h on h.logicalrelid = p.logicalrelid
      join pg_catalog.pg_dist_placement l on l.shardid = h.shardid and l.shardstate = 1
      where p.colocationid = s.colocationid limit 1
    ) at
    join pg_catalog.pg_dist_node d on d.groupid = at.groupid and d.noderole = 'primary'
    where n.nspname ~ '^bucket_[0-9]+$' order by length(n.nspname), n.nspname`.execute(db)
  return rows.map(({ name, host, port }) => ({ name, node: { host, port } }))
}
