import { queryError } from './errors.ts'

/** "Quoted String Escape Sequences", SOQL and SOSL Reference; `\_` and `\%` mean something behind LIKE only. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  N: '\n',
  r: '\r',
  R: '\r',
  t: '\t',
  T: '\t',
  b: '\b',
  B: '\b',
  f: '\f',
  F: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  _: '_',
  '%': '%',
}

const LITERAL = /'(?:\\[\s\S]|[^'\\])*'/g
const MAX_CHARACTERS = 4_000

/** The statement with its string literals blanked, so that words can be looked for in what is left. */
export function blankStrings(soql: string): string {
  return soql.replace(LITERAL, (literal) => ' '.repeat(literal.length))
}

/** Every backslash must begin a known sequence; the parser itself would let any pass. */
export function checkStrings(soql: string): void {
  for (const [literal] of soql.matchAll(LITERAL)) {
    const wrong = [...literal.matchAll(/\\([\s\S])/g)].find(([, escaped = '']) => !Object.hasOwn(ESCAPES, escaped))
    const inside = literal.slice(1, -1)
    if (wrong) {
      const message = `Invalid string literal '${inside}'. Illegal character sequence '${wrong[0]}' in string literal.`
      throw queryError('MALFORMED_QUERY', message)
    }
    if (inside.length > MAX_CHARACTERS) {
      throw queryError('MALFORMED_QUERY', `A string in a condition holds at most ${MAX_CHARACTERS} characters.`)
    }
  }
}

/** What a literal, quotes included, stands for. */
export function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
}

/** The pattern of a LIKE: `%` for any text, `_` for one character, both literal behind a backslash. */
export function compileLike(literal: string): RegExp {
  const source = literal.slice(1, -1).replace(/\\([\s\S])|([\s\S])/gu, (_, escaped?: string, plain?: string) => {
    if (plain === '%') return '.*'
    if (plain === '_') return '.'
    return escapePattern(escaped === undefined ? (plain ?? '') : (ESCAPES[escaped] ?? escaped))
  })
  return new RegExp(`^${source}$`, 'isu')
}

function escapePattern(text: string): string {
  return text.replace(/[\^$.*+?()[\]{}|\\/]/g, '\\$&')
}
