import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = [
  'src',
  'vendors',
  'sandbox',
  'platform',
  'console',
  'conformance',
  'packages',
  'demo',
  'bench',
  'record',
  'scaffold',
  'doctor',
  'docs',
  'ops',
  'test',
]

/**
 * Words that this project replaced by the field's terms, and those terms. A word is refused as a part of a file name or
 * identifier: `mostPages` contains `most`. docs/glossary.md defines the terms in use.
 */
const RETIRED: Readonly<Record<string, string>> = {
  most: 'max',
  largest: 'max',
  longest: 'max',
  deepest: 'maxDepth',
  widest: 'max',
  furthest: 'max',
  shortest: 'min',
  usual: 'default',
  wish: 'request, input or command',
  wishes: 'requests, inputs or commands',
  question: 'query or request',
  questions: 'queries or requests',
  asks: 'requests',
  answer: 'response on the wire, result in code',
  answers: 'responses or results',
  answered: 'responded',
  tell: 'notify, emit or publish',
  tells: 'notifies',
  trail: 'pagination',
  passage: 'admission',
  lane: 'queue or limiter',
  lanes: 'queues or limiters',
  offer: 'available application; enqueue',
  offers: 'available applications',
  stranger: 'anonymous',
  strangers: 'anonymous',
  together: 'batch',
  weighing: 'withCost',
  handover: 'one-time secret',
  keep: 'save, upsert or retain',
  keeps: 'saves',
  kept: 'saved',
  wants: 'requests',
  vanished: 'missing',
  outside: 'provider actions',
  followers: 'inherited access',
}

/** Names that say nothing of what they name. They are refused whole: `knownIds` is fine. */
const RETIRED_NAMES: Readonly<Record<string, string>> = {
  asked: 'the noun',
  given: 'the noun, or value',
  known: 'the noun: cached, stored, existing',
  one: 'the noun',
  ones: 'the noun',
  told: 'the noun: events, messages',
  wanted: 'requested or expected',
}

/** Suffixes of types that were replaced. */
const RETIRED_SUFFIXES: Readonly<Record<string, string>> = {
  Parts: 'Deps or Options',
  Rules: 'Options or Policy; a rule that decides something is a Rule',
}

/** Identifiers that contain a retired word for a reason. */
const ALLOWED: readonly RegExp[] = [
  // A term of HTTP and WebSocket.
  /keep_?-?alive/i,
  // Fields of the specification.
  /^keepTagId$/,
  // The bytes that follow the lead byte of a character.
  /^trail(Byte|s)?$/,
  // Options of libraries.
  /^(keepPreviousData|keepOnSplit|closeOnClickOutside)$/,
  // Columns of the database and fields of the vendors.
  /^[a-z]+(_[a-z]+)+$/,
]

/** Stored columns whose names are part of the database's schema, and the files that use them. */
const STORED_NAMES: readonly [RegExp, string][] = [[/^platform\/(actions|storage\/postgres\/tables)\//, 'answer']]

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(
      (file) =>
        !/node_modules\/|^(platform\/client|console\/src)\/documents\.ts$|^(console|docs|packages)\/dist\/|^test\/words\.test\.ts$/.test(
          file,
        ),
    ),
)

/** The source without comments, strings and the text of templates. Embedded expressions stay. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g, '/ /')
    .replace(/`(?:[^`\\]|\\[\s\S])*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(' '),
    )
}

function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$.-]+/)
}

/** The retired words in a name, each with the terms to use instead. */
function retiredIn(name: string): string[] {
  if (ALLOWED.some((pattern) => pattern.test(name))) return []
  if (Object.hasOwn(RETIRED_NAMES, name)) return [`${name}: use ${RETIRED_NAMES[name]}`]
  const words = wordsOf(name).filter((word) => Object.hasOwn(RETIRED, word))
  const suffixes = /^[A-Z]/.test(name) ? Object.keys(RETIRED_SUFFIXES).filter((suffix) => name.endsWith(suffix)) : []
  return [
    ...words.map((word) => `${name}: "${word}" is ${RETIRED[word]}`),
    ...suffixes.map((suffix) => `${name}: "${suffix}" is ${RETIRED_SUFFIXES[suffix]}`),
  ]
}

function retiredInCode(source: string): string[] {
  const identifiers = new Set(codeOf(source).match(/[A-Za-z_$][\w$]*/g))
  return [...identifiers].flatMap(retiredIn)
}

describe('retired words', () => {
  test.each(FILES)('%s uses none', (file) => {
    const names = file.replace(/\.\w+$/, '').split('/')
    const stored = STORED_NAMES.filter(([files]) => files.test(file)).map(([, name]) => `${name}:`)
    const findings = [...names.flatMap(retiredIn), ...retiredInCode(readFileSync(join(ROOT, file), 'utf8'))]
    expect(findings.filter((finding) => !stored.some((name) => finding.startsWith(name)))).toEqual([])
  })

  test.each([
    ['const MOST_RETRIES = 2', 1],
    ['interface EngineParts { lane: string }', 2],
    ['function keepRow(given: Row) { return given.knownIds }', 2],
    ["const text = 'the usual answer' // told", 0],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    ['const text = `the usual ${answer}`', 1],
    ['const pattern = /told|asked/', 0],
    ['const server = { keepAlive: true, keepAliveTimeout: 1 }', 0],
  ])('%s has %d', (source, count) => {
    expect(retiredInCode(source)).toHaveLength(count)
  })
})
