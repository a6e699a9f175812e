import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DatabaseAddress } from '../pool.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, isProcessAlive, PORT, prepareCluster, readServerPid, SUPERUSER } from './cluster.ts'
import { commandForUser, resolveServerUser } from './user.ts'

/** A PostgreSQL server that the platform runs itself, shared by all programs that use the same data folder. */
export interface EmbeddedServer {
  address: Exclude<DatabaseAddress, { connectionString: string }>
  /** Detaches from the server. The last program to do so stops it. */
  close(): Promise<void>
}

const run = promisify(execFile)

/** The first start after a crash replays the write-ahead log, which can take long. */
const START_TIMEOUT_MS = 60_000
const MAX_START_ATTEMPTS = 10
const RETRY_DELAY_MS = 100
const STOP_TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 10
/** Each program that uses the server holds one connection of this name, so that the server can count them. */
const PRESENCE_NAME = 'provider-hub presence'

const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Our queries are small: compiling or parallelizing them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
}

/**
 * Starts the server in `dataDir`, or attaches to one that is running there, started by another program or left behind by
 * one that was killed. If the server dies while it is in use, it is started again.
 */
export async function openEmbeddedServer(dataDir: string): Promise<EmbeddedServer> {
  const user = resolveServerUser(join(dataDir, 'postgres'))
  const binaries = await findBinaries(user)
  const cluster = await prepareCluster(dataDir, user, binaries)
  let closing = false
  let presence: Promise<pg.Client> = register()

  async function register(): Promise<pg.Client> {
    const client = await ensureRunning(cluster, binaries)
    client.once('end', () => {
      if (closing) return
      presence = register()
      // Nothing may be awaiting it, and an unhandled rejection would end the process.
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

/** Connects to the server and starts it first if it is not running. */
async function ensureRunning(cluster: Cluster, binaries: Binaries): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (let attempt = 0; attempt < MAX_START_ATTEMPTS && Date.now() < deadline; attempt += 1) {
    const child = (await isRunning(cluster)) ? undefined : spawnServer(cluster, binaries)
    do {
      const client = await tryConnect(cluster, PRESENCE_NAME)
      if (client) return client
      await pause(POLL_INTERVAL_MS)
    } while (Date.now() < deadline && (child ? !hasExited(child) : await isRunning(cluster)))
    // It exited immediately: another program was faster, or the last processes of an old server are still running.
    await pause(RETRY_DELAY_MS * attempt)
  }
  throw new Error(`PostgreSQL did not start in ${cluster.data}: ${await readServerLog(cluster)}`)
}

/** Also true when it never started: a command that cannot be run has no pid. */
function hasExited({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

async function tryConnect(cluster: Cluster, name: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...socketAddress(cluster), application_name: name, connectionTimeoutMillis: 5_000 })
  // A server that shuts down causes an 'error' event; the 'end' event is the one that matters.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => undefined)
    return undefined
  }
}

/** Whether the process in the lock file is this server. After a reboot its id may belong to another process. */
async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = await readServerPid(cluster)
  if (pid === undefined || !isProcessAlive(pid)) return false
  if (await isServerOf(cluster, pid)) return true
  // PostgreSQL would mistake that process for a running server.
  await rm(join(cluster.data, 'postmaster.pid'), { force: true })
  return false
}

/** Where that cannot be found out, the lock file is believed. */
async function isServerOf({ data }: Cluster, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return folder === undefined || folder === data
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: data }))
  return stdout.includes(data)
}

/** Detached, so that Ctrl-C in the terminal does not reach the server, which we still need for an orderly shutdown. */
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
  const text = await readFile(logFile(cluster), 'utf8').catch(() => 'there is no server log')
  return text.trim().split('\n').slice(-3).join(' ')
}

/**
 * Stops the server when no program uses it any more. Two programs that close at the same time may both stop it, which is
 * harmless; one that attaches at that moment loses its connection and starts the server again.
 */
async function stopIfUnused(cluster: Cluster): Promise<void> {
  const pid = await readServerPid(cluster)
  const client = await tryConnect(cluster, 'provider-hub leaving')
  if (!client || pid === undefined) return
  const query = 'select count(*)::int as users from pg_stat_activity where application_name = $1'
  const { rows } = await client.query<{ users: number }>(query, [PRESENCE_NAME])
  await client.end()
  if (rows[0]?.users !== 0) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isProcessAlive(pid) && Date.now() < deadline) await pause(POLL_INTERVAL_MS)
}
