import { queryError } from '../soql/errors.ts'
import { containsTerm, type Term } from './tokenizer.ts'

/** Whether a field with these words matches the search. */
export type TermMatcher = (words: readonly string[]) => boolean

/** Characters that must be escaped to be literal ("FIND {SearchQuery}", SOQL and SOSL Reference). */
const RESERVED = new Set('?&|!{}[]()^~*:\\"\'+-')

interface Token {
  readonly kind: 'term' | 'operator' | 'open' | 'close'
  readonly text: string
  readonly term: Term
}

function malformed(message: string) {
  return queryError('MALFORMED_SEARCH', message)
}

/** Compiles the search between the braces: terms, phrases, AND, OR, AND NOT and parentheses. */
export function compileTerms(search: string): TermMatcher {
  const tokens = tokenizeTerms(search)
  const matches = parseOr(tokens)
  if (tokens.length > 0) throw malformed(`unexpected token: ${tokens[0]?.text}`)
  return matches
}

function parseOr(tokens: Token[]): TermMatcher {
  const matchers = [parseAnd(tokens)]
  while (tokens[0]?.kind === 'operator' && tokens[0].text === 'OR') {
    tokens.shift()
    matchers.push(parseAnd(tokens))
  }
  return (words) => matchers.some((matches) => matches(words))
}

/** Adjacent terms are joined by AND. */
function parseAnd(tokens: Token[]): TermMatcher {
  const matchers = [parseUnit(tokens)]
  for (let next = tokens[0]; next; next = tokens[0]) {
    if (next.kind === 'close' || next.text === 'OR') break
    if (next.kind !== 'operator') {
      matchers.push(parseUnit(tokens))
      continue
    }
    tokens.shift()
    const unit = parseUnit(tokens)
    matchers.push(next.text === 'AND NOT' ? (words) => !unit(words) : unit)
  }
  return (words) => matchers.every((matches) => matches(words))
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
  let position = 0
  for (const piece of search.matchAll(TOKEN)) {
    if (search.slice(position, piece.index).trim() !== '')
      throw malformed(`unexpected token: ${search.slice(position)}`)
    position = piece.index + piece[0].length
    const [text, phrase, operator, bracket] = piece
    if (operator) tokens.push({ kind: 'operator', text: operator, term: [] })
    else if (bracket) tokens.push({ kind: bracket === '(' ? 'open' : 'close', text, term: [] })
    else tokens.push({ kind: 'term', text, term: toTerm(phrase ?? text) })
  }
  if (search.slice(position).trim() !== '') throw malformed(`unexpected token: ${search.slice(position)}`)
  return tokens
}

/** `*` matches any characters and `?` one. After a backslash they are punctuation, which separates words. */
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
