import { type RawBuilder, sql } from 'kysely'
import { foldText } from '../../text-normalization.ts'

/** Longer than any real search, and within the limit of PostgreSQL for a single lexeme. */
const MAX_QUERY_LENGTH = 500

/** The words of a search, and the tsquery that they make. */
export interface TextQuery {
  /** The folded words; of the last one, blocks may contain any word that begins with it. Empty if nothing is searched. */
  words: readonly string[]
  /** A scalar subquery, which PostgreSQL evaluates once per statement. */
  query: RawBuilder<unknown>
}

/**
 * Builds a tsquery that matches blocks with all words of a search; the last word also matches as a prefix. There are no
 * operators: every input is taken literally and none is an error.
 */
export function toTextQuery(search: string): TextQuery {
  const words = splitWords(search)
  const last = words.pop()?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (last === undefined) return { words: [], query: sql`(select ''::tsquery)` }
  const whole = words.length === 0 ? sql`` : sql`${wordQuery(words.map(quote).join(' & '))} && `
  return { words: [...words, last], query: sql`(select ${whole}${prefixQuery(last)})` }
}

/** Whether a word is a lexeme as it stands, because the parser of PostgreSQL does not split it. */
export function isLexeme(word: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(word)
}

/**
 * Matches words that begin with the given one. The parser would split a half-typed email or web address into parts, so a
 * word with punctuation also matches as a literal prefix.
 */
function prefixQuery(word: string): RawBuilder<unknown> {
  const query = `${quote(word)}:*`
  return isLexeme(word) ? wordQuery(query) : sql`(${wordQuery(query)} || ${query}::tsquery)`
}

function wordQuery(words: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${words})`
}

/** The folded words of a search, each with a letter or a digit. */
export function splitWords(search: string): string[] {
  const text = foldText(search).slice(0, MAX_QUERY_LENGTH).toWellFormed()
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Quotes a word for to_tsquery. Inside quotes only `'` and the backslash are special, and the text is parsed as in to_tsvector. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, (character) => character.repeat(2))}'`
}
