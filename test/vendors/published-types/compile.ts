import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Answer, publishedType } from './answers.ts'

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
 * Compiles answers as literals of their published types, and returns a line for each that differs: a member that is not
 * published, or a value of another type.
 */
export function compileAnswers(answers: readonly Answer[]): string[] {
  // Within the repository, so that the packages of the types are found.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'published-types-'))
  try {
    const source = [
      `import type * as types from '${TYPES}'`,
      ...answers.map((answer, index) => toStatement(answer, index)),
    ]
    writeFileSync(join(folder, 'answers.ts'), source.join('\n'))
    const config = { compilerOptions: COMPILER_OPTIONS, files: ['answers.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: ROOT,
      maxBuffer: 64_000_000,
    })
    const errors = [...new Set(stdout.split('\n').flatMap((line) => toDifference(line, answers)))]
    if (status !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`)
    return errors
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each on a line of its own, so that the line of an error names the answer. */
function toStatement(answer: Answer, index: number): string {
  return `export const answer${index} = ${JSON.stringify(answer.response)} satisfies types.${publishedType(answer)}`
}

function toDifference(line: string, answers: readonly Answer[]): string[] {
  const [, number, message] = /answers\.ts\((\d+),\d+\): error \w+: (.*)/.exec(line) ?? []
  const answer = answers[Number(number) - 2]
  return answer ? [`${answer.source}: ${message} (${answer.method} ${answer.path})`] : []
}
