/** A parsed search query. */
export type Search =
  | { kind: 'and' | 'or'; searches: readonly Search[] }
  | { kind: 'not'; search: Search }
  | { kind: 'term'; operator: string; value: string }

/** The supported operators. A colon after another word is part of that word. */
const OPERATORS = [
  'after',
  'bcc',
  'before',
  'category',
  'cc',
  'deliveredto',
  'filename',
  'from',
  'has',
  'in',
  'is',
  'label',
  'newer',
  'older',
  'rfc822msgid',
  'subject',
  'to',
]

const TOKEN = /\s*(?:([(){}])|(-)|([A-Za-z0-9]+:)|"([^"]*)"?|([^\s(){}"]+))/y

interface Token {
  bracket?: string
  minus?: boolean
  operator?: string
  phrase?: string
  word?: string
}

/**
 * Parses Gmail's search syntax (https://support.google.com/mail/answer/7190). Adjacent terms must all match, OR binds
 * more tightly than that, braces match any of their terms, a minus excludes, quotes group words into a phrase.
 */
export function parseSearch(text: string): Search {
  const tokens = tokenize(text)
  const searches: Search[] = []
  // A closing bracket without an opening one is ignored.
  while (tokens.length > 0) {
    searches.push(...parseSequence(tokens))
    tokens.shift()
  }
  return combine('and', searches)
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, bracket, minus, operator, phrase, word] = match
    if (bracket !== undefined) tokens.push({ bracket })
    else if (minus !== undefined) tokens.push({ minus: true })
    else if (operator !== undefined) tokens.push(readOperatorOrWord(operator, pattern, text))
    else if (phrase !== undefined) tokens.push({ phrase })
    else if (word !== undefined) tokens.push({ word })
  }
  return tokens
}

/** `from:` is an operator; `http:` is the beginning of a word. */
function readOperatorOrWord(text: string, pattern: RegExp, query: string): Token {
  const name = text.slice(0, -1).toLowerCase()
  if (OPERATORS.includes(name)) return { operator: name }
  const rest = /[^\s(){}"]*/y
  rest.lastIndex = pattern.lastIndex
  const remainder = rest.exec(query)?.[0] ?? ''
  pattern.lastIndex = rest.lastIndex
  return { word: text + remainder }
}

/** Parses terms up to any closing bracket and combines those joined by OR. */
function parseSequence(tokens: Token[], operator = ''): Search[] {
  const searches: Search[] = []
  let alternative = false
  while (tokens.length > 0 && !isClosingBracket(tokens[0])) {
    const word = tokens[0]?.word
    if (word === 'OR' || word === '|' || word === 'AND') {
      alternative = word !== 'AND'
      tokens.shift()
      continue
    }
    const search = parseTerm(tokens, operator)
    const previous = alternative ? searches.pop() : undefined
    searches.push(previous ? combine('or', [previous, search]) : search)
    alternative = false
  }
  return searches
}

function isClosingBracket(token: Token | undefined): boolean {
  return token?.bracket === ')' || token?.bracket === '}'
}

function parseTerm(tokens: Token[], operator: string): Search {
  const token = tokens.shift() ?? {}
  if (token.minus) return { kind: 'not', search: parseTerm(tokens, operator) }
  if (token.bracket === '(' || token.bracket === '{') {
    const searches = parseSequence(tokens, operator)
    tokens.shift()
    return combine(token.bracket === '{' ? 'or' : 'and', searches)
  }
  if (token.operator !== undefined) return parseTerm(tokens, token.operator)
  return { kind: 'term', operator, value: token.phrase ?? token.word ?? '' }
}

function combine(kind: 'and' | 'or', searches: readonly Search[]): Search {
  const [first] = searches
  return searches.length === 1 && first ? first : { kind, searches }
}
