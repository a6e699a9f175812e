import type { Value } from './fields.ts'

export type Token =
  | { kind: 'literal'; type: 'text' | 'date' | 'flag' | 'number' | 'null'; value: Value; position: number }
  | { kind: 'name'; text: string; position: number }
  | { kind: 'symbol'; text: string; position: number }

const DATE = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?`
const TOKEN = new RegExp(
  String.raw`\s*(?:'((?:[^']|'')*)'|(${DATE})(?![\w:])|(-?\d+(?:\.\d+)?)(?![\w:])|([A-Za-z_]\w*(?:/[A-Za-z_]\w*)*)|([():,]))`,
  'y',
)
const KEYWORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

/** Returns the tokens of an OData filter, or the position of the first invalid character. */
export function tokenizeFilter(text: string): Token[] | number {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const position = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) return position
    tokens.push(toToken(match, position))
  }
  return tokens
}

function toToken([, quoted, date, number, name, symbol = '']: RegExpExecArray, position: number): Token {
  // A quote inside a string literal is doubled.
  if (quoted !== undefined) return { kind: 'literal', type: 'text', value: quoted.replaceAll("''", "'"), position }
  if (date !== undefined) return { kind: 'literal', type: 'date', value: Date.parse(date), position }
  if (number !== undefined) return { kind: 'literal', type: 'number', value: Number(number), position }
  if (name === undefined) return { kind: 'symbol', text: symbol, position }
  if (!Object.hasOwn(KEYWORDS, name)) return { kind: 'name', text: name, position }
  return { kind: 'literal', type: name === 'null' ? 'null' : 'flag', value: KEYWORDS[name] ?? null, position }
}
