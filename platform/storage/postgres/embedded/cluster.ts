import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binaries, EmbeddedServerUnavailable } from './binaries.ts'
import { commandForUser, type ServerUser } from './user.ts'

/** The files of a server and how to reach it. */
export interface Cluster {
  data: string
  socketFolder: string
  user: ServerUser
}

/** The server's settings that never change: no network, only a socket in a folder that is closed to others. */
export const SUPERUSER = 'postgres'
export const PORT = 5432
const MAX_SOCKET_PATH_BYTES = 107

const TEMPORARY_PREFIX = 'postgres.new-'

/** The folder of the server's data, made whole or not at all: a start that was killed in the middle left a draft. */
export async function prepareCluster(dataDir: string, user: ServerUser, binaries: Binaries): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true })
  const data = join(await realpath(dataDir), 'postgres')
  if (!(await exists(data))) await initializeCluster(data, user, binaries)
  await removeAbandonedFolders(dataDir)
  return { data, socketFolder: await prepareSocketFolder(data, user), user }
}

async function initializeCluster(data: string, user: ServerUser, { initdb }: Binaries): Promise<void> {
  const draft = await mkdtemp(`${data}.new-${process.pid}-`)
  if (user.ids) chownSync(draft, user.ids.uid, user.ids.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  await runProgram(user, draft, initdb, ['-D', draft, '-U', SUPERUSER, '--auth=trust', ...locale])
  // Another program may have been faster; its data are as good.
  await rename(draft, data).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true })
    if (!(await exists(data))) throw error
  })
}

function runProgram(user: ServerUser, data: string, program: string, programArgs: string[]): Promise<void> {
  const { command, args, options } = commandForUser(user, data, program, programArgs)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    // A binary for another C library fails here: its loader is missing.
    child.once('error', (error) => reject(new EmbeddedServerUnavailable(error.message)))
    child.once('close', (code) => (code === 0 ? resolve() : reject(new EmbeddedServerUnavailable(said.trim()))))
  })
}

/** Removes what starts that were killed have left; a draft's name tells whose it is. */
async function removeAbandonedFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue
    const pid = Number(name.slice(TEMPORARY_PREFIX.length).split('-')[0])
    if (!isProcessAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Beside the data, unless that path is longer than a socket's may be. */
async function prepareSocketFolder(data: string, user: ServerUser): Promise<string> {
  if (Buffer.byteLength(`${data}/.s.PGSQL.${PORT}.lock`) <= MAX_SOCKET_PATH_BYTES) return data
  const name = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `provider-hub-${name}`)
  await mkdir(folder, { mode: 0o700 }).then(
    () => user.ids && chownSync(folder, user.ids.uid, user.ids.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const { uid, mode } = await lstat(folder)
  const expected = user.ids?.uid ?? process.getuid?.()
  if (uid !== expected || (mode & 0o077) !== 0) throw new Error(`${folder} belongs to somebody else; move DATA_DIR`)
  await chmod(folder, 0o700)
  return folder
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/** Whether a process of that id is there, ours or not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The id in the server's own lock file; undefined when there is none. */
export async function readServerPid({ data }: Cluster): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const pid = Number.parseInt(text ?? '', 10)
  return pid > 0 ? pid : undefined
}
