import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '../pool.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, isProcessAlive, PORT, prepareCluster, readServerPid, SUPERUSER } from './cluster.ts'
import { commandForUser, resolveServerUser } from './user.ts'

/** A PostgreSQL of our own, shared by all programs that use the same folder. */
export interface EmbeddedServer {
  address: Exclude<DatabaseAddress, { connectionString: string }>
  /** Gives it up; the last one to do so stops it. */
  close(): Promise<void>
}

/** A first start after a crash replays what was written; it may take its time. */
const START_TIMEOUT_MS = 60_000
const MAX_START_ATTEMPTS = 10
const RETRY_DELAY_MS = 100
const STOP_TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 10
/** Each user of the server holds one connection of this name, which the server itself counts. */
const PRESENCE_NAME = 'provider-hub presence'

const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Small queries only: compiling them or sharing them out costs more than it brings.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
}

/**
 * Starts the server in `dataDir`, or attaches to one that is running there: left over by a program that was killed, or
 * started by another. When it dies while it is in use, it is started again.
 */
export async function openEmbeddedServer(dataDir: string): Promise<EmbeddedServer> {
  const user = resolveServerUser(join(dataDir, 'postgres'))
  const binaries = await findBinaries(user)
  const cluster = await prepareCluster(dataDir, user, binaries)
  let closing = false
  let presence: Promise<pg.Client> = arrive()

  async function arrive(): Promise<pg.Client> {
    const client = await ensureRunning(cluster, binaries)
    client.once('end', () => {
      if (closing) return
      presence = arrive()
      // Who waits for it is told; until then nobody does.
      presence.catch(() => undefined)
    })
    return client
  }

  async function close(): Promise<void> {
    closing = true
    const client = await presence.catch(() => undefined)
    await client?.end()
    await stopIfUnused(cluster)
  }

  await presence
  return { address: socketAddress(cluster), close }
}

function socketAddress({ socketFolder }: Cluster) {
  return { host: socketFolder, port: PORT, user: SUPERUSER, database: 'postgres' }
}

/** A connection to the server, after starting it if nobody else has. */
async function ensureRunning(cluster: Cluster, binaries: Binaries): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (let tries = 0; tries < MAX_START_ATTEMPTS && Date.now() < deadline; tries += 1) {
    const child = (await isRunning(cluster)) ? undefined : spawnServer(cluster, binaries)
    do {
      const client = await tryConnect(cluster, PRESENCE_NAME)
      if (client) return client
      await pause(POLL_INTERVAL_MS)
    } while (Date.now() < deadline && (child ? !hasExited(child) : await isRunning(cluster)))
    // It ended at once: another program was faster, or an old server's last processes are still going.
    await pause(RETRY_DELAY_MS * tries)
  }
  throw new Error(`PostgreSQL does not start in ${cluster.data}: ${await readServerLog(cluster)}`)
}

/** Also when it never began: a command that cannot be run has no process. */
function hasExited({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

async function tryConnect(cluster: Cluster, name: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...socketAddress(cluster), application_name: name, connectionTimeoutMillis: 5_000 })
  // A server that goes away says so as an error; what matters is that the connection ends.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => undefined)
    return undefined
  }
}

/** Whether the process of the lock file is this server. After a restart of the machine its id may be someone else's. */
async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = await readServerPid(cluster)
  if (pid === undefined || !isProcessAlive(pid)) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder === undefined || folder === cluster.data) return true
  // PostgreSQL itself would take that process for a server.
  await rm(join(cluster.data, 'postmaster.pid'), { force: true })
  return false
}

/** Detached, so that a Ctrl-C in the terminal reaches us and not the server, which we still need to end in order. */
function spawnServer(cluster: Cluster, binaries: Binaries): ChildProcess {
  const settings = { ...SETTINGS, unix_socket_directories: cluster.socketFolder }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, options } = commandForUser(cluster.user, cluster.data, binaries.postgres, [
    '-D',
    cluster.data,
    ...flags,
  ])
  const log = openSync(logFile(cluster), 'w')
  const child = spawn(command, args, { ...options, env: { LC_ALL: 'C' }, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.on('error', () => undefined)
  child.unref()
  return child
}

function logFile({ data }: Cluster): string {
  return `${data}.log`
}

async function readServerLog(cluster: Cluster): Promise<string> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => 'it left no log')
  return text.trim().split('\n').slice(-3).join(' ')
}

/**
 * Stops the server in order when nobody is present. Two that leave in the same moment both ask it to stop, which is
 * fine; one that arrives in that moment loses its connection and starts it again.
 */
async function stopIfUnused(cluster: Cluster): Promise<void> {
  const pid = await readServerPid(cluster)
  const client = await tryConnect(cluster, 'provider-hub leaving')
  if (!client || pid === undefined) return
  const asked = 'select count(*)::int as others from pg_stat_activity where application_name = $1'
  const { rows } = await client.query<{ others: number }>(asked, [PRESENCE_NAME])
  await client.end()
  if (rows[0]?.others !== 0) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isProcessAlive(pid) && Date.now() < deadline) await pause(POLL_INTERVAL_MS)
}
