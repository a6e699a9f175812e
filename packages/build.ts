import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emit, ROOT } from './emit.ts'
import { toManifest } from './manifest.ts'
import { closeOver, closeOverTypes, toModule } from './modules.ts'
import { PACKAGES, type PublishedPackage } from './table.ts'

const SHEBANG = '#!/usr/bin/env node\n'

/** Builds every package of the table into a folder of its own below `folder`, ready for `npm pack` and `npm publish`. */
export function buildPackages(folder: string): void {
  const emitted = join(folder, '.emitted')
  emit(
    PACKAGES.flatMap(({ entries, programs }) => [...Object.values(entries), ...Object.values(programs)]),
    emitted,
  )
  for (const published of PACKAGES) buildPackage(published, emitted, join(folder, published.folder))
  rmSync(emitted, { recursive: true })
}

/** The emitted files keep their paths in the repository, so that what they load by a path or URL is where it was. */
function buildPackage(published: PublishedPackage, emitted: string, target: string): void {
  const entries = Object.values(published.entries).map(toModule)
  const programs = Object.values(published.programs).map(toModule)
  const code = closeOver(emitted, [...entries, ...programs])
  const types = closeOverTypes(emitted, entries)
  rmSync(target, { recursive: true, force: true })
  for (const file of code.files) {
    copy(join(emitted, file), join(target, file))
    copy(join(emitted, `${file}.map`), join(target, `${file}.map`))
  }
  for (const file of types.files) copy(join(emitted, file), join(target, file))
  for (const program of programs) makeExecutable(join(target, program))
  for (const file of ['LICENSE', ...published.files]) copy(join(ROOT, file), join(target, file))
  copy(join(ROOT, 'packages', published.folder, 'README.md'), join(target, 'README.md'))
  const manifest = toManifest(published, code, types)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The source map is one line longer too. */
function makeExecutable(program: string): void {
  writeFileSync(program, SHEBANG + readFileSync(program, 'utf8'), { mode: 0o755 })
  const map = JSON.parse(readFileSync(`${program}.map`, 'utf8')) as { mappings: string }
  writeFileSync(`${program}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

if (import.meta.main) buildPackages(join(ROOT, 'packages/dist'))
