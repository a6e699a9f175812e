import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a part of the repository may import besides itself; arrows never turn back. */
interface Layer {
  name: string
  /** Which files belong to it. The first layer that matches a file owns it. */
  files: RegExp
  /** Files of the repository it may import, its own included. */
  mayImport: RegExp
  /** Packages it may import; absent: any that package.json names. */
  packages?: RegExp
}

const LAYERS: readonly Layer[] = [
  { name: 'contract', files: /^src\/contract\//, mayImport: /^src\/contract\//, packages: /^typebox$/ },
  { name: 'kit', files: /^src\/kit\//, mayImport: /^src\/(kit|contract)\// },
  // Only the start knows that there are vendors at all; everything else is given them.
  { name: 'start', files: /^src\/start\.ts$/, mayImport: /^(src\/|vendors\/index\.ts$)/ },
  { name: 'src', files: /^src\//, mayImport: /^src\// },
  { name: 'vendors/index', files: /^vendors\/index\.ts$/, mayImport: /^vendors\/[^/]+\/index\.ts$/ },
  { name: 'vendors', files: /^vendors\//, mayImport: /^src\/(kit|contract)\/|^vendors\/(?!index\.ts)/ },
  { name: 'console', files: /^platform\/console\//, mayImport: /^platform\/console\// },
  {
    name: 'client documents',
    files: /^platform\/client\/write-documents\.ts$/,
    mayImport: /^platform\/(client\/typed-document|graph\/schema)\.ts$/,
  },
  // It runs in browsers and knows the platform by its documents only.
  {
    name: 'client',
    files: /^platform\/client\//,
    mayImport: /^platform\/client\/(?!write-)/,
    packages: /^graphql-ws\/client$/,
  },
  {
    name: 'outside',
    files: /^platform\/outside\//,
    mayImport: /^(src\/contract|platform\/(outside|sync|storage|html))\/|^platform\/config\.ts$/,
  },
  { name: 'platform', files: /^platform\//, mayImport: /^(src\/contract|platform)\// },
  { name: 'sandbox', files: /^sandbox\//, mayImport: /^sandbox\// },
]

/** Layers that use nothing of Node. */
const BROWSER_SAFE = ['contract', 'client']

/** Words of vendors, which only the folders of those vendors may know. */
const VENDOR_NAMES = /google|gmail|microsoft|outlook|salesforce/i

const FILES = ['src', 'vendors', 'sandbox', 'platform'].flatMap(sourcesIn)

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.includes('node_modules/'))
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Every module a file names: static and dynamic imports, re-exports, types. */
function importsOf(source: string): string[] {
  const found = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm)
  return [...found].map(([, , specifier]) => specifier as string)
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
  const target = join(dirname(file), specifier).replaceAll('\\', '/')
  return layer.mayImport.test(target) && !isOtherVendor(file, target)
}

function isOtherVendor(file: string, target: string): boolean {
  const [from, to] = [file, target].map((path) => /^vendors\/([^/]+)\//.exec(path)?.[1])
  return from !== undefined && to !== undefined && from !== to
}

describe('layers', () => {
  test('there are sources to look at', () => {
    expect(FILES).toContain('src/contract/index.ts')
    expect(FILES.length).toBeGreaterThan(50)
  })

  test.each(FILES)('%s imports only what its layer may', (file) => {
    expect(forbiddenImports(file, read(file))).toEqual([])
  })

  test.each([
    ['src/contract/email.ts', "import { Ajv } from 'ajv'"],
    ['src/contract/email.ts', "import { Call } from '../kit/application.ts'"],
    ['src/kit/http.ts', "import type { Config } from '../config.ts'"],
    ['src/app.ts', "import * as vendors from '../vendors/index.ts'"],
    ['vendors/acme/mail.ts', "import { createApp } from '../../src/app.ts'"],
    ['vendors/acme/mail.ts', "const other = await import('../other/index.ts')"],
    ['platform/sync/run.ts', "import { callVendor } from '../../src/kit/http.ts'"],
    ['sandbox/core/server.ts', "export * from '../../src/contract/index.ts'"],
    ['platform/outside/link.ts', "import { badInput } from '../graph/errors.ts'"],
    ['platform/client/pages.ts', "import { LIST_SIZE } from '../graph/paging.ts'"],
    ['platform/client/pages.ts', "import { readFileSync } from 'node:fs'"],
    ['platform/client/graph-live.ts', "import { makeServer } from 'graphql-ws'"],
    ['platform/console/main.js', "import '../graph/endpoint.ts'"],
    ['bench-of-mine/main.ts', "import 'koa'"],
  ])('in %s the line %s is refused', (file, line) => {
    expect(forbiddenImports(file, line)).toHaveLength(1)
  })
})

describe('what the sources never say', () => {
  const core = FILES.filter((file) => /^(src|platform)\//.test(file))

  test.each(core)('%s names no vendor', (file) => {
    const lines = read(file).split('\n')
    expect([file, ...lines].filter((line) => VENDOR_NAMES.test(line))).toEqual([])
  })

  test('no file is called utils, helpers or common', () => {
    expect(FILES.filter((file) => /(^|[/.-])(utils?|helpers?|common)\.(ts|js|mjs)$/.test(file))).toEqual([])
  })

  test('only the files that begin a program read the environment', () => {
    const readers = FILES.filter((file) => /\bprocess\s*\.\s*env\b/.test(read(file)))
    expect(readers.filter((file) => !/(^|\/)(config|main|start|demo)\.ts$/.test(file))).toEqual([])
  })

  test('no message is posted to a window of any origin', () => {
    const anyOrigin = /postMessage\s*\([^)]*,\s*(['"`])\*\1|targetOrigin\s*:\s*(['"`])\*\2/
    expect(anyOrigin.test(`window.opener.postMessage(told, '*')`)).toBe(true)
    expect(FILES.filter((file) => anyOrigin.test(read(file)))).toEqual([])
  })
})
