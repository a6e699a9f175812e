import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A build for each state of the sources, so that nobody is served an old one, and programs may build at the same time. */
const CACHE = join(ROOT, 'node_modules/.cache/console')
/** What the console is built from. */
const SOURCES = ['console', 'platform/client']
const IGNORED = /(^|\/)(dist|node_modules)\//
/** How long builds of earlier sources are left for programs that still serve them (ms). */
const OLD_BUILD_MS = 86_400_000

/**
 * Builds the console unless these sources are built already, and returns the folder, for CONSOLE_FOLDER. Throws an Error
 * with the output of the build if it fails.
 */
export async function buildConsole(): Promise<string> {
  const folder = join(CACHE, hashSources())
  if (existsSync(folder)) return folder
  const temporary = `${folder}.${process.pid}.tmp`
  await runBuild(temporary)
  // Somebody else may have been faster.
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }))
  await removeOldBuilds(folder)
  return folder
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const folder of SOURCES) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((file) => !IGNORED.test(file))
    for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function runBuild(outDir: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--config', join(ROOT, 'console/vite.config.ts'), '--outDir', outDir, '--emptyOutDir']
  // Elsewhere, in tests for example, React would be built with its checks for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`The console could not be built:\n${output}`)
}

async function removeOldBuilds(current: string): Promise<void> {
  const builds = (await readdir(CACHE)).filter((name) => /^[0-9a-f]{16}$/.test(name) && !current.endsWith(name))
  for (const folder of builds.map((name) => join(CACHE, name))) {
    const built = await stat(folder).catch(() => undefined)
    if (built && Date.now() - built.mtimeMs > OLD_BUILD_MS) await rm(folder, { recursive: true, force: true })
  }
}
