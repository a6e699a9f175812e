import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../compose/file.ts'

const FOLDER = join(ROOT, 'ops/kubernetes')
/** Below node_modules, so that the types of packages are found. */
const TYPES_FOLDER = join(ROOT, 'node_modules/.cache/kubernetes-types')

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on its kind, and has been checked
  spec?: any
  data?: Readonly<Record<string, string>>
  stringData?: Readonly<Record<string, string>>
}

export const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'))

/** The objects of a file. Throws if it is not valid YAML or repeats a key. */
export function readManifests(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() as Manifest
  })
}

/** Checks an object by the OpenAPI schema of its kind. Throws if a value is wrong, or a field is missing. */
export async function validate(manifest: Manifest): Promise<void> {
  const module = await import(modulePath(manifest))
  const Model = module[manifest.kind]
  new Model(manifest).validate()
}

/**
 * Compares objects with the types of their kinds, which, unlike the schemas, know no other fields. Returns the compiler's
 * messages, each with the index of its object.
 */
export function findUnknownFields(manifests: readonly Manifest[]): string[] {
  const folder = join(TYPES_FOLDER, String(process.pid))
  mkdirSync(folder, { recursive: true })
  const files = manifests.map((manifest, index) => {
    const file = join(folder, `${index}.ts`)
    const type = `import type { I${manifest.kind} } from '${modulePath(manifest)}'`
    writeFileSync(file, `${type}\nexport const manifest: I${manifest.kind} = ${JSON.stringify(manifest, null, 1)}\n`)
    return file
  })
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext', '--types', '']
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...files], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  return stdout.split('\n').flatMap((line) => {
    const [, index, message] = /(\d+)\.ts\(\d+,\d+\): error (.+)$/.exec(line) ?? []
    return message ? [`${index}: ${message}`] : line.startsWith('error') ? [line] : []
  })
}

function modulePath({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`
}
