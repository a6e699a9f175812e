/** "Quoted String Escape Sequences", SOQL and SOSL Reference. `\_` and `\%` are only meaningful in a LIKE pattern. */
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

/** The statement with its string literals replaced by spaces, so that tokens can be searched for in the rest. */
export function blankStrings(soql: string): string {
  return soql.replace(LITERAL, (literal) => ' '.repeat(literal.length))
}

/** The text between the quotes of every string literal, with its escape sequences. */
export function stringLiterals(soql: string): string[] {
  return Array.from(soql.matchAll(LITERAL), ([literal]) => literal.slice(1, -1))
}

/** The first backslash sequence that SOQL does not define, with its backslash. */
export function findInvalidEscape(text: string): string | undefined {
  const escapes = Array.from(text.matchAll(/\\([\s\S])/g))
  return escapes.find(([, escaped = '']) => !Object.hasOwn(ESCAPES, escaped))?.[0]
}

/** The value of a string literal that is given with its quotes. */
export function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
}

/** The pattern of a LIKE: `%` matches any text, `_` one character; after a backslash both are literal. */
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
