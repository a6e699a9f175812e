import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createBucket, createDirectory } from '../../platform/storage/cluster/create.ts'
import { openStore } from '../../platform/storage/open.ts'
import type { OnEnd } from './cleanup.ts'
import { ClusterServers } from './tool.ts'

/** Below the ports that systems give to whoever asks for a free one. The single server has one that is far enough away. */
const PORT = Number(process.env.CLUSTER_PORT ?? '27400')
const PORT_OF_SINGLE = PORT + 20
const WORKERS = 2

/** A cluster, and one PostgreSQL of the same version with the same settings. */
export interface Systems {
  cluster: ClusterServers
  /** How many workers the cluster has. */
  workers: number
  /** Creates a database in both. */
  createDatabases(name: string): Promise<{ single: string; cluster: string }>
}

export async function startSystems(tool: string, onEnd: OnEnd): Promise<Systems> {
  const folder = join(tmpdir(), 'provider-hub-bench-cluster')
  const cluster = new ClusterServers({ tool, folder: `${folder}-${PORT}`, port: PORT })
  const single = new ClusterServers({ tool, folder: `${folder}-${PORT_OF_SINGLE}`, port: PORT_OF_SINGLE })
  onEnd(cluster.stop)
  onEnd(single.stop)
  await Promise.all([cluster.start(WORKERS), single.start(0)])
  // The tool starts only servers of a cluster. This one continues without its library.
  await single.kill(0)
  await single.bringUp(0, "-c shared_preload_libraries=''")
  return {
    cluster,
    workers: WORKERS,
    createDatabases: async (name) => {
      await query(single.urlOf('template1'), `create database ${name}`)
      return { single: single.urlOf(name), cluster: await cluster.createDatabase(name) }
    },
  }
}

/** Divides a database of the cluster, with or without data, into buckets; the data is in the first one. */
export async function createBuckets(databaseUrl: string, count: number): Promise<void> {
  const store = await openStore({ databaseUrl, dataDir: 'none' })
  await createDirectory(store.db, Date.now())
  for (let number = 2; number <= count; number += 1) await createBucket(store.db)
  await store.close()
}

export async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
