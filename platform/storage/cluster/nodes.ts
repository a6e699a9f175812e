import { sql } from 'kysely'
import type { Database } from '../postgres/database.ts'
import type { NodeAddress } from './metadata.ts'

/** A node that may hold buckets. */
export interface ClusterNode extends NodeAddress {
  /** The cluster's number for it. */
  id: number
  /** The number of buckets on it. */
  buckets: number
}

/** The nodes that may hold buckets, those with the fewest first. A node that is being emptied is not among them. */
export async function listNodes(db: Database): Promise<ClusterNode[]> {
  const { rows } = await sql<ClusterNode>`
    select d.nodeid as id, d.nodename as host, d.nodeport as port, count(distinct p.colocationid)::int as buckets
    from pg_catalog.pg_dist_node d
    left join pg_catalog.pg_dist_placement l on l.groupid = d.groupid and l.shardstate = 1
    left join pg_catalog.pg_dist_shard h on h.shardid = l.shardid
    left join pg_catalog.pg_dist_partition p on p.logicalrelid = h.logicalrelid
      and p.colocationid in (select colocationid from pg_catalog.pg_dist_schema)
    where d.isactive and d.noderole = 'primary' and d.shouldhaveshards
    group by d.nodeid, d.nodename, d.nodeport order by buckets, d.nodeid`.execute(db)
  return rows
}

/**
 * The servers, the coordinator among them, that report a commit before it is on disk. At its end, a move of Citus copies what the
 * former node has written to its log, but not what that node still holds in memory. Servers that do not respond are left out.
 * The URL of the database may have options for its own connections, which are those to every server.
 */
export async function listAsynchronousServers(db: Database): Promise<NodeAddress[]> {
  const { rows } = await sql<NodeAddress>`
    select d.nodename as host, d.nodeport as port
    from run_command_on_all_nodes('show synchronous_commit', give_warning_for_connection_errors => true) r
    join pg_catalog.pg_dist_node d on d.nodeid = r.nodeid
    where (r.success and r.result = 'off') or current_setting('synchronous_commit') = 'off' order by d.groupid`.execute(
    db,
  )
  return rows
}

/** An address as it is written in commands. */
export function formatNode({ host, port }: NodeAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
