import type { Value } from './fields.ts'

export type Token =
  | { kind: 'literal'; type: 'text' | 'date' | 'flag' | 'number' | 'null'; value: Value; at: number }
  | { kind: 'name'; text: string; at: number }
  | { kind: 'sign'; text: string; at: number }

const DATE = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?`
const TOKEN = new RegExp(
  String.raw`\s*(?:'((?:[^']|'')*)'|(${DATE})(?![\w:])|(-?\d+(?:\.\d+)?)(?![\w:])|([A-Za-z_]\w*(?:/[A-Za-z_]\w*)*)|([():,]))`,
  'y',
)
const KEYWORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

/** The tokens of an OData filter; or the position of the first character that belongs to none. */
export function tokenizeFilter(text: string): Token[] | number {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) return at
    tokens.push(toToken(match, at))
  }
  return tokens
}

function toToken([, quoted, date, number, name, sign = '']: RegExpExecArray, at: number): Token {
  // A quote inside a text is written twice.
  if (quoted !== undefined) return { kind: 'literal', type: 'text', value: quoted.replaceAll("''", "'"), at }
  if (date !== undefined) return { kind: 'literal', type: 'date', value: Date.parse(date), at }
  if (number !== undefined) return { kind: 'literal', type: 'number', value: Number(number), at }
  if (name === undefined) return { kind: 'sign', text: sign, at }
  if (!Object.hasOwn(KEYWORDS, name)) return { kind: 'name', text: name, at }
  return { kind: 'literal', type: name === 'null' ? 'null' : 'flag', value: KEYWORDS[name] ?? null, at }
}
