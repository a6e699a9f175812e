import { sql } from 'kysely'
import { setBucketName } from '../../platform/storage/buckets.ts'
import { isCoordinator, locateBuckets, type NodeAddress } from '../../platform/storage/cluster/metadata.ts'
import { isReachable, urlOnNode } from '../../platform/storage/cluster/node-pool.ts'
import { formatNode } from '../../platform/storage/cluster/nodes.ts'
import { createDatabase, type Database, describeDatabaseError } from '../../platform/storage/postgres/database.ts'
import type { Reporter } from '../finding.ts'
import { describeClock, isClockWrong } from '../requests.ts'

/** A cluster of Citus with buckets, as the platform uses it. */
export interface Cluster {
  buckets: readonly ClusterBucket[]
  close(): Promise<void>
}

/** A bucket, asked on its node as the platform does. */
export interface ClusterBucket {
  name: string
  /** Undefined while its node cannot be reached. */
  db: Database | undefined
}

/**
 * Undefined on one PostgreSQL, and on a coordinator without buckets: there everything is in one place, which is reported. Nodes
 * that cannot be reached are reported.
 */
export async function openCluster(report: Reporter, db: Database, databaseUrl: string): Promise<Cluster | undefined> {
  if (!(await isCoordinator(db))) return undefined
  const locations = await locateBuckets(db)
  if (locations.length === 0) {
    report.skipped('cluster', 'Citus is installed, but there are no buckets: all tenants are on this server')
    return undefined
  }
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const directory = rows[0]?.schema as string
  const nodes = await checkNodes(report, db, databaseUrl)
  const buckets = locations.map(({ name, node }) => {
    const url = nodes.get(formatNode(node))
    return { name, db: url === undefined ? undefined : openBucket(url, name, directory) }
  })
  const close = async () => void (await Promise.all(buckets.map((bucket) => bucket.db?.destroy())))
  return { buckets, close }
}

function openBucket(url: string, name: string, directory: string): Database {
  const db = createDatabase({ connectionString: url }, { maxConnections: 1, searchPath: [name, directory] })
  setBucketName(db, name, directory)
  return db
}

interface Settings {
  version: string
  citus: string | null
  walLevel: string
  preparedTransactions: number
  connections: number
  synchronousCommit: string
  /** How long a server tries to connect to another one (ms). */
  connectionTimeout: number
  now: number
}

/** Asks every node at the address by which the cluster knows it. Returns the URLs of those that respond. */
async function checkNodes(report: Reporter, db: Database, databaseUrl: string): Promise<Map<string, string>> {
  const { rows } = await sql<NodeAddress & { isCoordinator: boolean }>`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_catalog.pg_dist_node
    where noderole = 'primary' order by groupid`.execute(db)
  const checked = await Promise.all(
    rows.map(async (node) => {
      const name = formatNode(node)
      const url = urlOnNode(databaseUrl, node)
      const settings = await readSettings(node, url)
      return { name, url, settings, check: `${node.isCoordinator ? 'coordinator' : 'node'} ${name}` }
    }),
  )
  for (const { check, settings } of checked) reportNode(report, check, settings)
  const responding = checked.flatMap(({ settings }) => (settings instanceof Error ? [] : [settings]))
  const releases = new Set(responding.map(({ version, citus }) => `PostgreSQL ${version} with Citus ${citus}`))
  if (releases.size > 1) {
    report.warning(
      'cluster',
      `the servers have different releases: ${[...releases].join('; ')}`,
      'Bring them to the same release, and update the extension on all of them (docs/cluster.md).',
    )
  } else report.ok('cluster', `${responding.length} of ${checked.length} servers respond, ${[...releases].join()}`)
  const urls = new Map(checked.flatMap(({ name, url, settings }) => (settings instanceof Error ? [] : [[name, url]])))
  await checkConnections(report, db, new Set(urls.keys()))
  return urls
}

/** Whether a server of the cluster can connect to another one, both as `host:port`; null: the former could not be asked. */
export interface NodeConnection {
  from: string
  to: string
  works: boolean | null
}

/** The servers connect to each other with the role of DATABASE_URL, and with passwords of their own. */
async function checkConnections(report: Reporter, db: Database, responding: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<NodeConnection>`
    select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to, result as works
    from citus_check_cluster_node_health()`.execute(db)
  const broken = listBroken(rows, responding)
  if (broken.length === 0) return
  report.error(
    'cluster',
    `servers cannot connect to each other: ${broken.join(', ')}`,
    'Admit them in pg_hba.conf, and put the password into .pgpass of the user that the server runs as (docs/cluster.md).',
  )
}

/** Those that respond here but not to each other, as `from → to`. */
export function listBroken(connections: readonly NodeConnection[], responding: ReadonlySet<string>): string[] {
  return connections
    .filter(({ from, to, works }) => responding.has(from) && responding.has(to) && works !== true)
    .map(({ from, to }) => `${from} → ${to}`)
}

async function readSettings(node: NodeAddress, url: string): Promise<Settings | Error> {
  if (!(await isReachable(node))) return new Error('nobody responds at its address')
  const db = createDatabase({ connectionString: url }, { maxConnections: 1 })
  try {
    const { rows } = await sql<Settings>`
      select current_setting('server_version') as version, current_setting('wal_level') as "walLevel",
        (select extversion from pg_extension where extname = 'citus') as citus,
        current_setting('max_prepared_transactions')::int as "preparedTransactions",
        current_setting('max_connections')::int as connections,
        current_setting('synchronous_commit') as "synchronousCommit",
        (select setting::int from pg_settings where name = 'citus.node_connection_timeout') as "connectionTimeout",
        (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
    return rows[0] as Settings
  } catch (error) {
    return error as Error
  } finally {
    await db.destroy()
  }
}

function reportNode(report: Reporter, check: string, settings: Settings | Error): void {
  const [status, detail, remedy] = judge(settings)
  if (status === 'ok') report.ok(check, detail)
  else report[status](check, detail, remedy)
}

const MAX_CONNECTION_TIMEOUT_MS = 10_000

type Judgement = [status: 'ok', detail: string, remedy?: undefined] | ['warning' | 'error', string, remedy: string]

function judge(settings: Settings | Error): Judgement {
  if (settings instanceof Error) {
    return [
      'error',
      `it cannot be used from here: ${describeDatabaseError(settings)}`,
      'Start it. The platform needs it at the address by which the cluster knows it (pg_dist_node), with the user and database of DATABASE_URL.',
    ]
  }
  const { version, walLevel, preparedTransactions, connections, synchronousCommit, connectionTimeout, now } = settings
  const difference = Date.now() - now
  if (preparedTransactions === 0) {
    return [
      'error',
      'max_prepared_transactions is 0: nothing can be shared between buckets',
      'Set it to the value of max_connections, and restart the server.',
    ]
  }
  if (isClockWrong(difference)) {
    return ['error', `this machine is ${describeClock(difference)}`, 'Synchronize the clocks (NTP).']
  }
  if (synchronousCommit === 'off') {
    return [
      'warning',
      'synchronous_commit is off: no bucket is moved, and after a crash, what was written in two buckets may be in one of them only',
      'Set it to on, and reload the configuration.',
    ]
  }
  if (walLevel !== 'logical') {
    return [
      'warning',
      `wal_level is ${walLevel}: nobody can write in a bucket while it is moved`,
      'Set it to logical, and restart the server.',
    ]
  }
  if (preparedTransactions < connections) {
    return [
      'warning',
      `max_prepared_transactions (${preparedTransactions}) is less than max_connections (${connections})`,
      'Make both the same, and restart the server: each connection may change two buckets at once.',
    ]
  }
  if (connectionTimeout > MAX_CONNECTION_TIMEOUT_MS) {
    return [
      'warning',
      `citus.node_connection_timeout is ${connectionTimeout} ms: what concerns several nodes waits that long for a machine that is gone`,
      'Set it to 5000, and reload the configuration.',
    ]
  }
  return ['ok', `PostgreSQL ${version}, ${describeClock(difference)} to this machine’s`]
}
