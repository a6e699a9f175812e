import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binaries, EmbeddedServerUnavailable } from './binaries.ts'
import { commandForUser, type ServerUser } from './user.ts'

/** The data of a server, the folder of its socket and the user it runs as. */
export interface Cluster {
  data: string
  socketFolder: string
  user: ServerUser
}

/** The server listens on no network address, only on a socket in a folder that is closed to other users. */
export const SUPERUSER = 'postgres'
export const PORT = 5432
/** A socket's path holds 108 bytes, or 104 on macOS, with a zero at the end. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

const TEMPORARY_PREFIX = 'postgres.new-'

/** Creates the server's data folder on the first start. It is renamed into place, so it is complete or does not exist. */
export async function prepareCluster(dataDir: string, user: ServerUser, binaries: Binaries): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true })
  const data = join(await realpath(dataDir), 'postgres')
  if (!(await exists(data))) await initializeCluster(data, user, binaries)
  await removeAbandonedFolders(dataDir)
  return { data, socketFolder: await prepareSocketFolder(data, user), user }
}

async function initializeCluster(data: string, user: ServerUser, { initdb }: Binaries): Promise<void> {
  const temporary = await mkdtemp(`${data}.new-${process.pid}-`)
  if (user.ids) chownSync(temporary, user.ids.uid, user.ids.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const initdbArgs = ['-D', temporary, '-U', SUPERUSER, '--auth=trust', ...locale]
  await runProgram(user, temporary, initdb, initdbArgs).catch(async (error) => {
    await rm(temporary, { recursive: true, force: true })
    throw error
  })
  // Another program may have been faster; its cluster is as good.
  await rename(temporary, data).catch(async (error: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true })
    if (!(await exists(data))) throw error
  })
}

/** Detached, so that Ctrl-C in the terminal does not interrupt the program, which takes a moment and would look broken. */
function runProgram(user: ServerUser, data: string, program: string, programArgs: string[]): Promise<void> {
  const { command, args, options } = commandForUser(user, data, program, programArgs)
  return new Promise((resolve, reject) => {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
    const child = spawn(command, args, { ...options, env: { LC_ALL: 'C' }, detached: true, stdio })
    let errorOutput = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput += text
    })
    // A binary for another C library fails here, because its loader is missing.
    child.once('error', (error) => reject(new EmbeddedServerUnavailable(error.message)))
    child.once('close', (code) => (code === 0 ? resolve() : reject(new EmbeddedServerUnavailable(errorOutput.trim()))))
  })
}

/** Removes the temporary folders of starts that were killed. The name of a folder holds the pid of its program. */
async function removeAbandonedFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue
    const pid = Number(name.slice(TEMPORARY_PREFIX.length).split('-')[0])
    if (!isProcessAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The data folder itself, or a temporary folder if the path is too long for a socket. */
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
  if (uid !== expected || (mode & 0o077) !== 0) throw new Error(`${folder} belongs to another user; move DATA_DIR`)
  await chmod(folder, 0o700)
  return folder
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/** Whether a process with this id exists, ours or another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process id in the server's lock file. Undefined when there is none. */
export async function readServerPid({ data }: Cluster): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const pid = Number.parseInt(text ?? '', 10)
  return pid > 0 ? pid : undefined
}
