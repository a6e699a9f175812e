import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { urlsIn } from './modules.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders whose sources may load others by their URL. */
const FOLDERS = ['src', 'vendors', 'platform/client', 'conformance']

/** What differs from the TypeScript options of the repository, which runs its sources as they are. */
const COMPILER_OPTIONS = {
  noEmit: false,
  // `npm run check` does.
  noCheck: true,
  rootDir: ROOT,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  sourceMap: true,
  inlineSources: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
}

/** Emits JavaScript, type declarations and source maps of the entries and of all that they import. */
export function emit(entries: readonly string[], folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  const files = [...entries, ...sourcesLoadedByUrl()].map((file) => join(ROOT, file))
  const compilerOptions = { ...COMPILER_OPTIONS, outDir: folder }
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] }))
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js')
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  rmSync(config)
  for (const path of filesBelow(folder)) finish(join(folder, path))
}

function sourcesLoadedByUrl(): string[] {
  return FOLDERS.flatMap((folder) =>
    filesBelow(join(ROOT, folder))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        urlsIn(readFileSync(join(ROOT, folder, file), 'utf8')).map((url) => join(folder, dirname(file), url)),
      ),
  )
}

/**
 * What TypeScript leaves as it was: the names of sources in declarations and in URLs. A source map names its source by a
 * path out of the package, although it contains it. And since TypeScript 6, whoever needs the types of Node has to say so.
 */
function finish(path: string): void {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.d.ts')) {
    const declarations = text.replace(/((?:from |import\()['"]\.[^'"\n]*)\.ts(['"])/g, '$1.js$2')
    const usesNode = /(?:from |import\()['"]node:/.test(text)
    writeFileSync(path, usesNode ? `/// <reference types="node" />\n${declarations}` : declarations)
  }
  if (path.endsWith('.js')) {
    writeFileSync(path, text.replace(/(\bnew URL\(\s*['"][^'"\n]+)\.ts(['"]\s*,\s*import\.meta\.url)/g, '$1.js$2'))
  }
  if (path.endsWith('.js.map')) {
    const map = JSON.parse(text) as { sources: string[] }
    writeFileSync(path, JSON.stringify({ ...map, sources: map.sources.map((source) => basename(source)) }))
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !/(^|\/)node_modules\//.test(file))
}
