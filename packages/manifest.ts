import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { omitUndefined } from '../src/runtime/omit.ts'
import { ROOT } from './emit.ts'
import { type Closure, NODE, toDeclaration, toModule } from './modules.ts'
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
const workspaces = ['platform', 'sandbox', 'console'].map(readManifest)
/** The versions that the programs of this repository run with. */
const versions: Versions = Object.assign({}, ...[root, ...workspaces].map(({ dependencies }) => dependencies))

/** The package.json of a published package. Its dependencies are what its emitted files import. */
export function toManifest(published: PublishedPackage, code: Closure, types: Closure): object {
  const { name, description, keywords, entries, programs, files, sideEffects, node } = published
  const toPath = (source: string) => `./${toModule(source)}`
  const folders = [...code.files, ...types.files].map((file) => file.slice(0, file.indexOf('/')))
  return {
    name,
    version: root.version,
    description,
    keywords,
    license: root.license,
    repository: root.repository,
    type: 'module',
    ...omitUndefined({ engines: node === undefined ? undefined : { node } }),
    sideEffects: sideEffects.length > 0 && sideEffects.map(toPath),
    ...omitEmptyRecords({ bin: mapValues(programs, (source) => toModule(source)) }),
    exports: {
      ...mapValues(entries, (source) => ({ types: toDeclaration(toPath(source)), default: toPath(source) })),
      './package.json': './package.json',
    },
    files: [...new Set([...folders, ...files])],
    ...toDependencies(published, code, types),
  }
}

function toDependencies(published: PublishedPackage, code: Closure, types: Closure): object {
  const { optionalPeers, optionalFolder } = published
  const importersOf = (name: string) => [code, types].flatMap(({ packages }) => packages.get(name) ?? [])
  const isOptional = (name: string) =>
    optionalFolder !== undefined && importersOf(name).every((file) => file.startsWith(`${optionalFolder}/`))
  const imported = [...code.packages.keys(), ...types.packages.keys()].filter((name) => name !== NODE)
  const names = [...new Set(imported)].sort().filter((name) => !optionalPeers.includes(name))
  // Any version: the types of Node are the user's own.
  const typesOfNode: Versions = types.packages.has(NODE) ? { '@types/node': '*' } : {}
  const versionsOf = (selected: readonly string[]) =>
    Object.fromEntries(selected.map((name) => [name, requireVersion(published, name)]))
  return omitEmptyRecords({
    dependencies: { ...typesOfNode, ...versionsOf(names.filter((name) => !isOptional(name))) },
    optionalDependencies: versionsOf(names.filter(isOptional)),
    peerDependencies: Object.fromEntries(
      optionalPeers.map((name) => [name, `^${versions[name] ?? root.devDependencies?.[name]}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
  })
}

/** Throws an Error for a package that only tests of this repository have. */
function requireVersion({ name: importer }: PublishedPackage, name: string): string {
  const version = versions[name]
  if (version) return version
  throw new Error(`${importer} imports ${name}, which no package.json has among its dependencies`)
}

function omitEmptyRecords(records: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(records).filter(([, record]) => Object.keys(record).length > 0))
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
