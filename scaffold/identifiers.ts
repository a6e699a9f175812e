import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXAMPLE } from './templates.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A file that lists the applications by their identifiers. */
const APPLICATION_LIST = 'test/conformance/exercises.ts'

let cached: readonly string[] | undefined

/** The identifiers of the files in which an application has one, by the names of the example, without its own. */
export function besideApplication(): readonly string[] {
  cached ??= findBesideApplication()
  return cached
}

function findBesideApplication(): string[] {
  const files = readdirSync(join(ROOT, EXAMPLE), { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, EXAMPLE, file), 'utf8'))
    .filter((source) => /\bmailroom\b/.test(source))
  const codes = [...sources, readFileSync(join(ROOT, APPLICATION_LIST), 'utf8')].map(codeOf)
  const identifiers = new Set(codes.flatMap((code) => code.match(/[A-Za-z_$][\w$]*/g) ?? []))
  return [...identifiers].filter((name) => name !== 'mailroom')
}

/** The names that a module imports or declares. */
export function bindingsOf(source: string): Set<string> {
  const code = codeOf(source)
  const imported = [...code.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
  const declared = [...code.matchAll(/\b(?:class|const|function|interface|let|type) (\w+)/g)].map(
    ([, name = '']) => name,
  )
  const local = imported.map((name) =>
    name
      .replace(/^\s*type /, '')
      .replace(/^.* as /, '')
      .trim(),
  )
  return new Set([...local, ...declared].filter(Boolean))
}

/** A module without its comments and texts. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}
