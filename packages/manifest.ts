import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { omitEmpty } from '../src/runtime/omit.ts'
import { ROOT } from './emit.ts'
import { type Closure, toDeclaration } from './modules.ts'
import type { PublishedPackage } from './table.ts'

type Versions = Record<string, string>

interface Manifest {
  version: string
  license: string
  repository: { type: string; url: string }
  dependencies?: Versions
  devDependencies?: Versions
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

const root = readManifest('.')
const manifests = [root, ...['platform', 'sandbox', 'console'].map(readManifest)]
const versions: Versions = Object.assign({}, ...manifests.map(({ dependencies }) => dependencies))

/** The package.json of a published package. Its dependencies are what its emitted files import. */
export function toManifest(published: PublishedPackage, code: Closure, types: Closure): object {
  const { name, description, keywords, entries, programs, files, sideEffects, node } = published
  const dependencies = toDependencies(published, [...code.packages, ...types.packages])
  return {
    name,
    version: root.version,
    description,
    keywords,
    license: root.license,
    repository: root.repository,
    type: 'module',
    ...omitEmpty({ engines: node && { node } }),
    sideEffects: sideEffects.length > 0 ? sideEffects.map(toModule) : false,
    ...(Object.keys(programs).length > 0 ? { bin: mapValues(programs, toModule) } : {}),
    ...toEntryPoints(entries),
    files: [...new Set([...code.files, ...types.files].map((file) => `${file.split('/')[0]}`)), ...files],
    ...dependencies,
  }
}

/** The path of a source in the package. */
export function toModule(source: string): string {
  return `./${source.replace(/\.ts$/, '.js')}`
}

function toEntryPoints(entries: PublishedPackage['entries']): object {
  const conditions = mapValues(entries, (source) => ({
    types: toDeclaration(toModule(source)),
    default: toModule(source),
  }))
  return { exports: { ...conditions, './package.json': './package.json' } }
}

/** Throws an Error for a package that only tests of this repository have. */
function toDependencies({ optionalPeers, name: ownName }: PublishedPackage, imported: readonly string[]): object {
  const names = [...new Set(imported)].filter((name) => !optionalPeers.includes(name)).sort()
  const dependencies = names.map((name) => {
    // Any version: the types of Node are the user's own.
    if (name === 'node:') return ['@types/node', '*']
    if (!versions[name]) throw new Error(`${ownName} imports ${name}, which no package.json has among its dependencies`)
    return [name, versions[name]]
  })
  const peers = optionalPeers.map((name) => [name, `^${root.devDependencies?.[name] ?? versions[name]}`])
  return {
    dependencies: Object.fromEntries(dependencies.sort()),
    ...(peers.length > 0
      ? {
          peerDependencies: Object.fromEntries(peers),
          peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
        }
      : {}),
  }
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
