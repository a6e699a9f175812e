import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedType, type VendorResponse } from './vendor-responses.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TYPES = fileURLToPath(new URL('vendor-types.ts', import.meta.url))
const COMPILER_OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: [],
}

/**
 * Compiles responses as literals of their published types, and returns a line for each that differs: a member that is not
 * published, or a value of another type.
 */
export function compileResponses(responses: readonly VendorResponse[]): string[] {
  // Within the repository, so that the packages of the types are found.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'published-types-'))
  try {
    const source = [
      `import type * as types from '${TYPES}'`,
      ...responses.map((response, index) => toStatement(response, index)),
    ]
    writeFileSync(join(folder, 'responses.ts'), source.join('\n'))
    const config = { compilerOptions: COMPILER_OPTIONS, files: ['responses.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: ROOT,
      maxBuffer: 64_000_000,
    })
    const errors = [...new Set(stdout.split('\n').flatMap((line) => toDifference(line, responses)))]
    if (status !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`)
    return errors
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each on a line of its own, so that the line of an error names the response. */
function toStatement(response: VendorResponse, index: number): string {
  return `export const response${index} = ${JSON.stringify(response.response)} satisfies types.${publishedType(response)}`
}

function toDifference(line: string, responses: readonly VendorResponse[]): string[] {
  const [, number, message] = /responses\.ts\((\d+),\d+\): error \w+: (.*)/.exec(line) ?? []
  const response = responses[Number(number) - 2]
  return response ? [`${response.source}: ${message} (${response.method} ${response.path})`] : []
}
