import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plan } from './plan.ts'

/** Writes everything and formats it; or nothing: if any of it fails, all is as before, and the error is thrown. */
export function writePlan(root: string, { created, changed }: Plan): void {
  const originals = changed.map(({ path }) => [path, readFileSync(join(root, path))] as const)
  const folders: string[] = []
  const written: string[] = []
  try {
    for (const { path, text } of created) {
      folders.push(...createFolders(root, dirname(path)))
      // Fails for a file that was created meanwhile, which is not to be removed.
      const file = openSync(join(root, path), 'wx')
      written.push(path)
      writeFileSync(file, text)
      closeSync(file)
    }
    for (const { path, text } of changed) writeFileSync(join(root, path), text)
    format(
      root,
      [...created, ...changed].map(({ path }) => path),
    )
  } catch (error) {
    for (const [path, text] of originals) writeFileSync(join(root, path), text)
    for (const path of written) rmSync(join(root, path), { force: true })
    for (const folder of folders.toReversed()) rmdirSync(folder)
    throw error
  }
}

/** Returns the folders that did not exist, outermost first. */
function createFolders(root: string, path: string): string[] {
  const folder = join(root, path)
  if (existsSync(folder)) return []
  const outer = createFolders(root, dirname(path))
  mkdirSync(folder)
  return [...outer, folder]
}

/** Formats as `npm run check:style` requires: names of another length break lines elsewhere. */
function format(root: string, paths: readonly string[]): void {
  const files = paths.filter((path) => /\.(ts|json)$/.test(path) && !path.includes('/recordings/'))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  if (!existsSync(biome)) throw new Error('Biome is not installed: run npm ci first. Nothing was written.')
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`What was written could not be formatted, so it was removed:\n${stdout}${stderr}`)
}
