import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emit, ROOT } from './emit.ts'
import { toManifest, toModule } from './manifest.ts'
import { closeOver, closeOverTypes } from './modules.ts'
import { PACKAGES, type PublishedPackage } from './table.ts'

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
  const code = closeOver(emitted, [...entries, ...Object.values(published.programs).map(toModule)])
  const types = closeOverTypes(emitted, entries)
  rmSync(target, { recursive: true, force: true })
  const copies = [...code.files].flatMap((file) => [file, `${file}.map`])
  for (const file of [...copies, ...types.files]) copy(join(emitted, file), join(target, file))
  for (const file of ['LICENSE', ...published.files]) copy(join(ROOT, file), join(target, file))
  copy(join(ROOT, 'packages', published.folder, 'README.md'), join(target, 'README.md'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(toManifest(published, code, types), null, 2)}\n`)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

if (import.meta.main) buildPackages(join(ROOT, 'packages/dist'))
