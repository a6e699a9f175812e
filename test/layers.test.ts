import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a part of the repository may import. Arrows between layers have one direction. */
interface Layer {
  name: string
  /** The files that belong to it. The first layer that matches a file owns it. */
  files: RegExp
  /** The files of the repository that it may import, its own included. */
  mayImport: RegExp
  /** The packages that it may import; any that package.json names by default. */
  packages?: RegExp
}

/** A layer that is a folder of the platform, and the other folders of the platform that it may import. */
function platformFolder(folder: string, ...imports: string[]): Layer {
  const folders = [folder, ...imports].join('|')
  return {
    name: `platform/${folder}`,
    files: new RegExp(`^platform/${folder}/`),
    mayImport: new RegExp(`^(src/(contract|runtime)|platform/(${folders}))/`),
  }
}

const LAYERS: readonly Layer[] = [
  { name: 'runtime', files: /^src\/runtime\//, mayImport: /^src\/runtime\// },
  { name: 'contract', files: /^src\/contract\//, mayImport: /^src\/contract\//, packages: /^typebox$/ },
  // The document is about the interface, not about this hub: the table of routes is handed to it.
  { name: 'openapi', files: /^src\/openapi\//, mayImport: /^src\/(openapi|contract|runtime)\// },
  { name: 'kit', files: /^src\/kit\//, mayImport: /^src\/(kit|contract|runtime)\// },
  // Only the start knows the vendors; everything else receives them.
  { name: 'start', files: /^src\/start\.ts$/, mayImport: /^(src\/|vendors\/index\.ts$)/ },
  // It runs the conformance suite on a provider; the hub itself knows neither.
  { name: 'testing', files: /^src\/testing\//, mayImport: /^(src|conformance)\// },
  { name: 'hub', files: /^src\//, mayImport: /^src\/(?!testing\/)/ },
  { name: 'vendors/index', files: /^vendors\/index\.ts$/, mayImport: /^vendors\/[^/]+\/index\.ts$/ },
  { name: 'vendors', files: /^vendors\//, mayImport: /^src\/(kit|contract|runtime)\/|^vendors\/(?!index\.ts)/ },
  {
    name: 'client documents',
    files: /^platform\/client\/write-documents\.ts$/,
    mayImport: /^platform\/(client\/typed-document|graph\/schema)\.ts$/,
  },
  // It runs in browsers and knows the platform only by its documents.
  {
    name: 'client',
    files: /^platform\/client\//,
    mayImport: /^platform\/client\/(?!write-)/,
    packages: /^graphql-ws\/client$/,
  },
  platformFolder('console'),
  platformFolder('html'),
  platformFolder('http'),
  platformFolder('model'),
  platformFolder('provider', 'model'),
  platformFolder('sync', 'provider', 'model'),
  // The tables and the sync store know nothing of what people read and write through the graph.
  {
    name: 'platform/storage without graph',
    files: /^platform\/storage\/(?!graph\/)/,
    mayImport: /^(src\/(contract|runtime)|platform\/(model|html))\/|^platform\/storage\/(?!graph\/)/,
  },
  platformFolder('storage', 'model'),
  platformFolder('sign-in', 'storage', 'http'),
  platformFolder('connections', 'storage', 'sync', 'provider', 'model', 'http'),
  platformFolder('actions', 'storage', 'provider', 'model', 'html'),
  platformFolder('web', 'storage', 'model'),
  platformFolder('commands', 'storage'),
  platformFolder('recommendations', 'storage', 'model'),
  platformFolder('graph', 'actions', 'connections', 'sign-in', 'storage', 'model', 'http', 'html'),
  // The files at the root of the platform put the folders together.
  { name: 'platform', files: /^platform\/[^/]+$/, mayImport: /^(src\/(contract|runtime)|platform)\// },
  // It knows the platform only by the client, as any other application does.
  { name: 'console', files: /^console\/src\//, mayImport: /^(console\/src|platform\/client)\/(?!write-)/ },
  {
    name: 'documents of the console',
    files: /^console\/write-documents\.ts$/,
    mayImport: /^platform\/client\/write-documents\.ts$/,
  },
  { name: 'build of the console', files: /^console\/[^/]+\.ts$/, mayImport: /^console\/[^/]+\.ts$/ },
  { name: 'sandbox', files: /^sandbox\//, mayImport: /^sandbox\// },
  // It copies files, and knows nothing of what they do.
  { name: 'scaffold', files: /^scaffold\//, mayImport: /^scaffold\// },
  { name: 'packages', files: /^packages\//, mayImport: /^(packages|src\/runtime)\// },
  // It knows a provider by its address and definition: of the repository, it needs the contract alone.
  { name: 'conformance', files: /^conformance\//, mayImport: /^(src\/(contract|runtime)|conformance)\// },
]

/** Layers that use nothing of Node. */
const BROWSER_SAFE = ['contract', 'client']

/**
 * Circles of imports that may stay, each a list of files. The reference of a Pothos type must be imported by the types
 * that have fields of it, and these three have fields of each other.
 */
const ALLOWED_CIRCLES: readonly (readonly string[])[] = [
  [
    'platform/graph/blocks/types/calendar.ts',
    'platform/graph/blocks/types/event.ts',
    'platform/graph/blocks/types/transcription.ts',
  ],
]

/** Names of vendors, which only the vendors' own folders may mention. */
const VENDOR_NAMES = /google|gmail|microsoft|outlook|salesforce/i

/** Maximum number of files in a folder, tests and generated files aside. */
const MAX_FILES_IN_FOLDER = 22

const FILES = ['src', 'vendors', 'sandbox', 'platform', 'console', 'conformance', 'packages', 'scaffold'].flatMap(
  sourcesIn,
)

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(node_modules|(console|packages)\/dist)\//.test(file))
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Every module that a file names: static and dynamic imports, re-exports, types. */
function importsOf(source: string): string[] {
  const matches = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm)
  return [...matches].map(([, , specifier]) => specifier as string)
}

function resolveImport(file: string, specifier: string): string {
  return join(dirname(file), specifier).replaceAll('\\', '/')
}

/** The imports of a file that its layer does not allow. */
function forbiddenImports(file: string, source: string): string[] {
  const layer = LAYERS.find(({ files }) => files.test(file))
  if (!layer) return [`${file} belongs to no layer`]
  return importsOf(source).filter((specifier) => !isAllowed(layer, file, specifier))
}

function isAllowed(layer: Layer, file: string, specifier: string): boolean {
  if (specifier.startsWith('node:')) return !BROWSER_SAFE.includes(layer.name)
  if (!specifier.startsWith('.')) return layer.packages?.test(specifier) ?? true
  const target = resolveImport(file, specifier)
  return layer.mayImport.test(target) && !isOtherVendor(file, target)
}

function isOtherVendor(file: string, target: string): boolean {
  const [from, to] = [file, target].map((path) => /^vendors\/([^/]+)\//.exec(path)?.[1])
  return from !== undefined && to !== undefined && from !== to
}

/** Groups of files that import each other, directly or through others (Tarjan's algorithm). Each group is sorted. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    indexes.set(file, indexes.size)
    let low = indexes.size - 1
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!indexes.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low === indexes.get(file)) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.sort())
    }
    return low
  }
  for (const file of imports.keys()) if (!indexes.has(file)) visit(file)
  return circles
}

describe('layers', () => {
  test('there are sources to check', () => {
    expect(FILES).toContain('src/contract/index.ts')
    expect(FILES.length).toBeGreaterThan(50)
  })

  test.each(FILES)('%s imports only what its layer may', (file) => {
    expect(forbiddenImports(file, read(file))).toEqual([])
  })

  test.each([
    ['src/runtime/log.ts', "import { PROBLEMS } from '../contract/index.ts'"],
    ['src/contract/email.ts', "import { Ajv } from 'ajv'"],
    ['src/contract/email.ts', "import { Call } from '../kit/application.ts'"],
    ['src/kit/http.ts', "import type { Config } from '../config.ts'"],
    ['src/app.ts', "import * as vendors from '../vendors/index.ts'"],
    ['vendors/acme/mail.ts', "import { createApp } from '../../src/app.ts'"],
    ['vendors/acme/mail.ts', "const other = await import('../other/index.ts')"],
    ['platform/sync/run.ts', "import { callVendor } from '../../src/kit/http.ts'"],
    ['platform/sync/run.ts', "import { createDatabase } from '../storage/postgres/database.ts'"],
    ['platform/provider/client.ts', "import type { Run } from '../sync/run.ts'"],
    ['platform/model/sync.ts', "import type { CallOutcome } from '../provider/outcome.ts'"],
    ['platform/storage/runs/claims.ts', "import type { Worker } from '../../sync/worker.ts'"],
    ['platform/storage/ingest/page.ts', "import { visibleTo } from '../graph/access/visibility.ts'"],
    ['platform/storage/graph/access/visibility.ts', "import { GraphError } from '../../../graph/errors.ts'"],
    ['platform/graph/blocks/find-block.ts', "import { Run } from '../../sync/run.ts'"],
    ['platform/graph/context.ts', "import type { Config } from '../config.ts'"],
    ['sandbox/core/server.ts', "export * from '../../src/contract/index.ts'"],
    ['platform/actions/link.ts', "import { badInput } from '../graph/errors.ts'"],
    ['platform/client/pages.ts', "import { MAX_PAGE_SIZE } from '../graph/paging.ts'"],
    ['platform/client/pages.ts', "import { readFileSync } from 'node:fs'"],
    ['platform/client/graph-live.ts', "import { makeServer } from 'graphql-ws'"],
    ['conformance/run/client.ts', "import { createApp } from '../../src/app.ts'"],
    ['console/src/app.tsx', "import { GraphError } from '../../platform/graph/errors.ts'"],
    ['bench-of-mine/main.ts', "import 'koa'"],
  ])('in %s the line %s is refused', (file, line) => {
    expect(forbiddenImports(file, line)).toHaveLength(1)
  })
})

describe('circles', () => {
  const imports = new Map(
    FILES.map((file) => {
      const relatives = importsOf(read(file)).filter((specifier) => specifier.startsWith('.'))
      return [file, relatives.map((specifier) => resolveImport(file, specifier))] as const
    }),
  )

  test('there are none, types included, except the listed ones', () => {
    expect(circlesIn(imports)).toEqual(ALLOWED_CIRCLES)
  })

  test('are found', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['f'], f: ['e', 'a'] }
    expect(circlesIn(new Map(Object.entries(imports)))).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ])
  })
})

describe('rooms', () => {
  const sources = FILES.filter((file) => !/^(platform\/client|console\/src)\/documents/.test(file))

  test(`no folder holds more than ${MAX_FILES_IN_FOLDER} files`, () => {
    const counts = new Map<string, number>()
    for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([])
  })

  test('no file repeats the name of its folder', () => {
    const repeats = sources.filter((file) => {
      const [name = '', folder = ''] = file
        .replace(/\.\w+$/, '')
        .split('/')
        .reverse()
      const singular = folder.replace(/s$/, '')
      return name === folder || name.startsWith(`${singular}-`) || name.startsWith(`${folder}-`)
    })
    expect(repeats).toEqual([])
  })
})

describe('what the sources never say', () => {
  const core = FILES.filter((file) => /^(src|platform|console|conformance)\//.test(file))

  test.each(core)('%s names no vendor', (file) => {
    const lines = read(file).split('\n')
    expect([file, ...lines].filter((line) => VENDOR_NAMES.test(line))).toEqual([])
  })

  test('no file is called utils, helpers or common', () => {
    expect(FILES.filter((file) => /(^|[/.-])(utils?|helpers?|common)\.(ts|js|mjs)$/.test(file))).toEqual([])
  })

  test('only the files that begin a program read the environment', () => {
    const readers = FILES.filter((file) => /\bprocess\s*\.\s*env\b/.test(read(file)))
    expect(
      readers.filter(
        (file) =>
          !/(^|\/)(config|main|start|provider|demo|try-install|vite\.config|build|no-debug-output)\.ts$/.test(file),
      ),
    ).toEqual([])
  })

  test('no message is posted to a window of any origin', () => {
    const anyOrigin = /postMessage\s*\([^)]*,\s*(['"`])\*\1|targetOrigin\s*:\s*(['"`])\*\2/
    expect(anyOrigin.test(`window.opener.postMessage(message, '*')`)).toBe(true)
    expect(FILES.filter((file) => anyOrigin.test(read(file)))).toEqual([])
  })
})
