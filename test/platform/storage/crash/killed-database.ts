import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { openStore } from '../../../../platform/storage/open.ts'
import { createTestDatabase } from '../test-store.ts'
import { ClusterNodes } from './nodes/cluster-nodes.ts'

/** A database whose servers a test kills. */
export interface KilledDatabase {
  /** How the programs of the test open it (`openStore`). */
  options: { databaseUrl?: string; dataDir: string }
  /** All processes of a server end without a word: of a cluster the coordinator and each node with tenants, in turn. */
  kill(): Promise<void>
  /** Starts what was killed. The embedded server is started by the programs that use it. */
  start(): Promise<void>
  /** The process id of the server that the programs have started themselves. Undefined after they have stopped it. */
  serverPid(): Promise<number | undefined>
  /** Ends the embedded server, and removes the data. */
  drop(): Promise<void>
}

const { TEST_CLUSTER_URL, TEST_CLUSTER_TOOL: tool = '', TEST_DATABASE_URL } = process.env

/** Tests cannot kill a server that others have started, unless they have a tool for it. */
export const canKillDatabase = TEST_CLUSTER_URL ? tool !== '' : TEST_DATABASE_URL === undefined

/** A database on the cluster of the tests, else on an embedded server of its own. */
export function createKilledDatabase(): Promise<KilledDatabase> {
  return TEST_CLUSTER_URL ? createOnCluster() : createEmbedded()
}

async function createEmbedded(): Promise<KilledDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-crash-'))
  /** From the lock file of the server. */
  const serverPid = async () => {
    const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
    return lock === undefined ? undefined : Number.parseInt(lock, 10)
  }
  const kill = async () => {
    const pid = await serverPid()
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The process has already exited.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const drop = async () => {
    await kill()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { options: { dataDir }, kill, start: async () => {}, serverPid, drop }
}

async function createOnCluster(): Promise<KilledDatabase> {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const options = { databaseUrl, dataDir: 'none' }
  let nodes: ClusterNodes | undefined
  let kills = 0
  let killed: ClusterNodes['all'][number] | undefined
  const start = async () => {
    if (killed) await nodes?.start(killed)
    killed = undefined
  }
  return {
    options,
    async kill() {
      nodes ??= await findNodesWithTenants(options)
      killed = nodes.all[kills % nodes.all.length] as ClusterNodes['all'][number]
      kills += 1
      await nodes.kill(killed)
    },
    start,
    serverPid: async () => undefined,
    async drop() {
      await start()
      await drop()
    },
  }
}

/** The coordinator, and the nodes of the buckets that have tenants. */
async function findNodesWithTenants(options: { databaseUrl: string; dataDir: string }): Promise<ClusterNodes> {
  const { buckets, close } = await openStore(options)
  try {
    const { rows } = await sql<{ bucket: string }>`select distinct bucket from tenants`.execute(buckets.directory)
    const used = (await locateBuckets(buckets.directory)).filter(({ name }) =>
      rows.some(({ bucket }) => bucket === name),
    )
    const nodes = await ClusterNodes.find(tool, options.databaseUrl, buckets.directory)
    return nodes.only(({ number, port }) => number === 0 || used.some(({ node }) => node.port === port))
  } finally {
    await close()
  }
}
