import pg from 'pg'
import { PipeliningClient } from './pipelining.ts'

/** The address of a database: a connection string, or the socket of the embedded server. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export interface PoolOptions {
  maxConnections?: number
  /** The schemas in which the connections find their tables. Absent: those of the address. */
  searchPath?: readonly string[]
  /** Called when an idle connection breaks. The pool replaces it. */
  onError?: (error: Error) => void
}

/** The connections of a pool that execute a statement or none, and the statements that wait for one. */
export interface PoolUsage {
  busy: number
  idle: number
  waiting: number
}

export function usageOf({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUsage {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

export function sumUsages(usages: readonly PoolUsage[]): PoolUsage {
  const sum = (name: keyof PoolUsage) => usages.reduce((total, usage) => total + usage[name], 0)
  return { busy: sum('busy'), idle: sum('idle'), waiting: sum('waiting') }
}

const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000
/** No statement of ours should take this long. One that does is a bug, and must not hold its locks any longer. */
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/**
 * Memory of a sort, a hash table or a bitmap. With PostgreSQL's 4 MB, the full-text index returns only the pages of the
 * matches of a frequent word, and the text of every block on them is read: counting 183,000 matches took 14 s, not 1.5 s.
 */
const WORK_MEM = '32MB'

const INT8 = 20

/** bigint columns hold epoch milliseconds and counts, which a number represents exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
}

export function createPool(address: DatabaseAddress, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...withServerOptions(address, options.searchPath),
    Client: PipeliningClient,
    pipeline: true,
    types,
    max: options.maxConnections ?? MAX_CONNECTIONS,
    application_name: 'provider-hub',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  })
  // An 'error' event without a listener ends the process. The pool listens to idle connections only; on a connection in
  // use the running statement fails as well, so the event itself can be ignored.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', options.onError ?? (() => undefined))
  return pool
}

/**
 * Settings of each connection, as `options` of libpq. Those of the URL are added to ours and prevail, for example the schema
 * that holds the tables: `?options=-csearch_path%3Dhub`. The driver would let them replace ours.
 */
function withServerOptions(
  address: DatabaseAddress,
  searchPath: readonly string[] | undefined,
): DatabaseAddress & { options: string } {
  const path = searchPath ? ` -c search_path=${searchPath.join()}` : ''
  const options = `-c work_mem=${WORK_MEM}`
  const url = 'connectionString' in address ? URL.parse(address.connectionString) : null
  const added = url?.searchParams.get('options')
  if (!url || !added) return { ...address, options: options + path }
  url.searchParams.set('options', `${options} ${added}${path}`)
  return { connectionString: url.href, options: options + path }
}
