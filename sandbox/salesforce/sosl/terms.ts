import { queryError } from '../soql/errors.ts'
import { containsTerm, type Term } from './tokenizer.ts'

/** Whether a field with these words fits the search. */
export type TermMatcher = (words: readonly string[]) => boolean

/** Characters that must be escaped where they mean themselves ("FIND {SearchQuery}", SOQL and SOSL Reference). */
const RESERVED = new Set('?&|!{}[]()^~*:\\"\'+-')

interface Token {
  readonly kind: 'term' | 'operator' | 'open' | 'close'
  readonly text: string
  readonly term: Term
}

function malformed(message: string) {
  return queryError('MALFORMED_SEARCH', message)
}

/** The search between the braces: terms, phrases, AND, OR, AND NOT and parentheses. */
export function compileTerms(search: string): TermMatcher {
  const tokens = tokenizeTerms(search)
  const fits = parseOr(tokens)
  if (tokens.length > 0) throw malformed(`unexpected token: ${tokens[0]?.text}`)
  return fits
}

function parseOr(tokens: Token[]): TermMatcher {
  const parts = [parseAnd(tokens)]
  while (tokens[0]?.kind === 'operator' && tokens[0].text === 'OR') {
    tokens.shift()
    parts.push(parseAnd(tokens))
  }
  return (words) => parts.some((part) => part(words))
}

/** Terms side by side are joined by AND. */
function parseAnd(tokens: Token[]): TermMatcher {
  const parts = [parseUnit(tokens)]
  for (let next = tokens[0]; next; next = tokens[0]) {
    if (next.kind === 'close' || next.text === 'OR') break
    if (next.kind !== 'operator') {
      parts.push(parseUnit(tokens))
      continue
    }
    tokens.shift()
    const unit = parseUnit(tokens)
    parts.push(next.text === 'AND NOT' ? (words) => !unit(words) : unit)
  }
  return (words) => parts.every((part) => part(words))
}

function parseUnit(tokens: Token[]): TermMatcher {
  const token = tokens.shift()
  if (token?.kind === 'term') return (words) => containsTerm(words, token.term)
  if (token?.kind !== 'open') throw malformed(`unexpected token: ${token?.text ?? '<EOF>'}`)
  const inner = parseOr(tokens)
  if (tokens.shift()?.kind !== 'close') throw malformed('unexpected token: <EOF>')
  return inner
}

const TOKEN = /"((?:\\.|[^"\\])*)"|(AND NOT|AND|OR)(?=\s|\)|$)|([()])|((?:\\.|[^\s()"\\])+)/gsu

function tokenizeTerms(search: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const piece of search.matchAll(TOKEN)) {
    if (search.slice(at, piece.index).trim() !== '') throw malformed(`unexpected token: ${search.slice(at)}`)
    at = piece.index + piece[0].length
    const [text, phrase, operator, bracket] = piece
    if (operator) tokens.push({ kind: 'operator', text: operator, term: [] })
    else if (bracket) tokens.push({ kind: bracket === '(' ? 'open' : 'close', text, term: [] })
    else tokens.push({ kind: 'term', text, term: toTerm(phrase ?? text) })
  }
  if (search.slice(at).trim() !== '') throw malformed(`unexpected token: ${search.slice(at)}`)
  return tokens
}

/** `*` stands for any letters, `?` for one; behind a backslash they are punctuation, which parts words. */
function toTerm(text: string): Term {
  let sources = ['']
  for (const [, escaped, plain = ''] of text.matchAll(/\\(.)|(.)/gsu)) {
    if (plain === '*' || plain === '?')
      sources = [...sources.slice(0, -1), `${sources.at(-1)}.${plain === '*' ? '*' : ''}`]
    else if (/[\p{L}\p{N}]/u.test(escaped ?? plain))
      sources = [...sources.slice(0, -1), sources.at(-1) + (escaped ?? plain)]
    else if (escaped === undefined && RESERVED.has(plain)) throw malformed(`unexpected token: ${plain}`)
    else sources.push('')
  }
  const words = sources.filter(Boolean)
  if (words.join('').length < 2) throw malformed(`search term must be longer than one character: ${text}`)
  return words.map((word) => new RegExp(`^${word}$`, 'isu'))
}
