import { Client } from 'pg'

/** Creates, copies and drops databases on a server or on a cluster. */
export interface Administration {
  urlOf: (database: string) => string
  /** Names of databases that match a pattern of LIKE. */
  list: (pattern: string) => Promise<string[]>
  create: (name: string) => Promise<void>
  copy: (template: string, name: string) => Promise<void>
  /** Drops the database instead if another test file was faster. */
  rename: (name: string, template: string) => Promise<void>
  drop: (name: string) => Promise<void>
  /** Ends all sessions of a database and lets nobody in again. */
  endSessions: (name: string) => Promise<void>
  close: () => Promise<void>
}

/** Codes of a database that exists, or was created in the same moment. */
const DUPLICATE_DATABASE = ['42P04', '23505']

export function administerServer(
  urlOf: (database: string) => string,
  admin: Client,
  closeServer = async () => {},
): Administration {
  const drop = async (name: string) => {
    await admin.query(`drop database if exists ${name} with (force)`)
  }
  return {
    urlOf,
    list: async (pattern) => {
      const { rows } = await admin.query('select datname from pg_database where datname like $1', [pattern])
      return rows.map(({ datname }: { datname: string }) => datname)
    },
    create: async (name) => void (await admin.query(`create database ${name}`)),
    copy: async (template, name) => void (await admin.query(`create database ${name} template ${template}`)),
    rename: async (name, template) => {
      await admin.query(`alter database ${name} rename to ${template}`).catch(async (error) => {
        if (!DUPLICATE_DATABASE.includes((error as { code?: string }).code ?? '')) throw error
        await drop(name)
      })
    },
    drop,
    endSessions: async (name) => {
      await admin.query(`alter database ${name} with allow_connections false`)
      await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
    },
    close: async () => {
      await admin.end()
      await closeServer()
    },
  }
}

interface Node {
  id: number
  host: string
  port: number
}

/**
 * On a cluster of Citus, which does not spread `create database`: each node gets the database, and a copy has the template's
 * tables, schemas and knowledge of the nodes. Nodes are named in the database `postgres` of the entrance.
 */
export async function administerCluster(urlOf: (database: string) => string, admin: Client): Promise<Administration> {
  const { rows: nodes } = await admin.query<Node>(
    'select groupid as id, nodename as host, nodeport as port from pg_dist_node order by groupid',
  )
  const servers = await Promise.all(
    nodes.map(async ({ host, port }) => {
      const urlOfNode = (database: string) => Object.assign(new URL(urlOf(database)), { host: `${host}:${port}` }).href
      const client = new Client({ connectionString: urlOfNode('postgres') })
      await client.connect()
      return administerServer(urlOfNode, client)
    }),
  )
  const onEach = async (work: (server: Administration) => Promise<void>) => void (await Promise.all(servers.map(work)))
  return {
    urlOf,
    list: administerServer(urlOf, admin).list,
    // One at a time: a node that joins changes what all databases of a server share.
    create: async (name) => {
      await admin.query('select pg_advisory_lock(1)')
      await onEach(async (server) => {
        await server.create(name)
        await commitSynchronously(server, name)
      })
      await onEach((server) => execute(server.urlOf(name), ['create extension citus']))
      const [coordinator, ...workers] = nodes as [Node, ...Node[]]
      await execute(urlOf(name), [
        `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
        ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
        // Buckets are on the workers, one after the other; so a test sees the ways over several nodes.
        `select citus_set_node_property('${coordinator.host}', ${coordinator.port}, 'shouldhaveshards', false)`,
      ])
      await admin.query('select pg_advisory_unlock(1)')
    },
    copy: async (template, name) =>
      onEach(async (server) => {
        await server.copy(template, name)
        await commitSynchronously(server, name)
      }),
    // A process of Citus uses every database that somebody has connected to, and one in use cannot be renamed or copied.
    rename: async (name, template) =>
      onEach(async (server) => {
        await server.endSessions(name)
        await server.rename(name, template)
      }),
    drop: async (name) => onEach((server) => server.drop(name)),
    endSessions: async (name) => onEach((server) => server.endSessions(name)),
    close: async () => {
      await onEach((server) => server.close())
      await admin.end()
    },
  }
}

/**
 * A server that is killed must keep what it has committed, else a transaction over two servers may be in one of them only; and a
 * bucket that is moved is complete only if what was committed has been written.
 */
async function commitSynchronously({ urlOf }: Administration, name: string): Promise<void> {
  await execute(urlOf('postgres'), [`alter database ${name} set synchronous_commit = on`])
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
