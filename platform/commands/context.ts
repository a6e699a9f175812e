import { sql } from 'kysely'
import type { Environment } from '../../src/runtime/environment.ts'
import { Secret } from '../../src/runtime/secret.ts'
import { isCoordinator } from '../storage/cluster/metadata.ts'
import { describeConnectFailure } from '../storage/open.ts'
import { createDatabase, type Database, ping } from '../storage/postgres/database.ts'
import type { Command } from './arguments.ts'

/** What a command works with. */
export interface Context {
  /** The directory. */
  db: Database
  databaseUrl: Secret
  /** Prints a line. */
  print: (line: string) => void
  /** Aborted when the command is told to stop. */
  stopping: AbortSignal
}

/** The command cannot be carried out; the message says why and what to do. */
export class CommandError extends Error {}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** One executes what takes long, one reads how far it is, one cancels it. */
const MAX_CONNECTIONS = 3

const ONE_BUCKET = `This database has one bucket, with all tenants, because it is no cluster: the extension citus is not installed.
A cluster needs PostgreSQL with Citus on two or more servers; docs/cluster.md has the steps.`

const NOT_THE_COORDINATOR =
  'DATABASE_URL: this server is a node of a cluster, but not its coordinator. Set it to the URL of the coordinator.'

/** Connects to the cluster of DATABASE_URL. On a database without Citus it only prints what there is. */
export async function withCluster(
  name: Command['name'],
  environment: Environment,
  print: Context['print'],
  work: (context: Context) => Promise<void>,
): Promise<void> {
  const databaseUrl = readDatabaseUrl(environment)
  const db = createDatabase({ connectionString: databaseUrl.reveal() }, { maxConnections: MAX_CONNECTIONS })
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  try {
    await ping(db).catch((error) => {
      throw new CommandError(describeConnectFailure(databaseUrl.reveal(), error))
    })
    if (!(await hasCitus(db))) {
      if (name !== 'list') throw new CommandError(ONE_BUCKET)
      print(ONE_BUCKET)
      return
    }
    if (!(await isCoordinator(db))) throw new CommandError(NOT_THE_COORDINATOR)
    for (const signal of STOP_SIGNALS) process.on(signal, stop)
    await work({ db, databaseUrl, print, stopping: stopping.signal })
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
    await db.destroy().catch(() => undefined)
  }
}

function readDatabaseUrl(environment: Environment): Secret {
  const url = environment.DATABASE_URL?.trim()
  if (!url) {
    throw new CommandError(
      'DATABASE_URL is missing: set it to the coordinator of the cluster, such as postgres://hub@coordinator:5432/hub.',
    )
  }
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandError('DATABASE_URL must be a URL that begins with postgres:// or postgresql://.')
  }
  return new Secret(url)
}

async function hasCitus(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}
