import pg from 'pg'

/** Where a database answers: an address of its own, or the embedded server's socket. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export interface PoolOptions {
  maxConnections?: number
  /** Told of connections that break while nobody uses them; the pool replaces them by itself. */
  onError?: (error: Error) => void
}

const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000
/** No statement of ours takes this long; one that does is a fault, and must not hold its locks. */
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

const INT8 = 20

/** bigint columns hold epoch milliseconds and counts, which a number holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
}

export function createPool(address: DatabaseAddress, settings: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    types,
    max: settings.maxConnections ?? MAX_CONNECTIONS,
    application_name: 'provider-hub',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without a listener a connection that breaks would end the process: the pool listens only to those that are idle,
  // and the statements of one that is in use fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', settings.onError ?? (() => undefined))
  return pool
}
