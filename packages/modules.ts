import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The emitted files that entries need, and the packages that they import. */
export interface Closure {
  /** Paths below the folder of the emitted files. */
  files: ReadonlySet<string>
  /** The files that import each package. */
  packages: ReadonlyMap<string, readonly string[]>
}

/** Stands for all modules of Node among the packages that are imported. */
export const NODE = 'node:'

/** Imports and re-exports, and dynamic imports, which are also how TypeScript writes the types of other modules. */
const IMPORTS = /(?:^(?:import|export)\s[^'"`;(=]*?\bfrom\s*|^import\s*|\bimport\s*\(\s*)(['"])([^'"\n]+)\1/gm
/** A module that is loaded by its URL, as the threads are. */
const URLS = /\bnew URL\(\s*(['"])([^'"\n]+\.[jt]s)\1\s*,\s*import\.meta\.url/g

/** The modules that a file imports, as they are written. */
export function importsIn(code: string): string[] {
  return [...code.matchAll(IMPORTS)].map(([, , specifier]) => specifier ?? '')
}

/** The files that a source loads by their URL, which a compiler does not follow: paths without a leading `./`. */
export function urlsIn(code: string): string[] {
  return [...code.matchAll(URLS)].map(([, , path]) => path ?? '')
}

/** Follows the imports of JavaScript files. */
export function closeOver(folder: string, entries: readonly string[]): Closure {
  return follow(folder, entries, (path) => path)
}

/** Follows the imports of type declarations, which name the JavaScript that they describe. */
export function closeOverTypes(folder: string, entries: readonly string[]): Closure {
  return follow(folder, entries, toDeclaration)
}

/** The path of a source as JavaScript. */
export function toModule(source: string): string {
  return source.replace(/\.ts$/, '.js')
}

export function toDeclaration(path: string): string {
  return path.replace(/\.js$/, '.d.ts')
}

function follow(folder: string, entries: readonly string[], toFile: (path: string) => string): Closure {
  const files = new Set<string>()
  const packages = new Map<string, string[]>()
  const add = (path: string, from: string) => {
    const file = toFile(path)
    if (files.has(file)) return
    if (!existsSync(join(folder, file))) throw new Error(`${from} needs ${file}, which was not emitted`)
    files.add(file)
    const code = readFileSync(join(folder, file), 'utf8')
    const imported = importsIn(code)
    const local = [...imported.filter((specifier) => specifier.startsWith('.')), ...urlsIn(code)]
    for (const specifier of local) add(join(dirname(file), specifier), file)
    for (const specifier of imported.filter((specifier) => !specifier.startsWith('.'))) {
      const name = toPackageName(specifier)
      packages.set(name, [...(packages.get(name) ?? []), file])
    }
  }
  for (const entry of entries) add(entry, 'The table of packages')
  return { files, packages }
}

function toPackageName(specifier: string): string {
  if (specifier.startsWith('node:')) return NODE
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
