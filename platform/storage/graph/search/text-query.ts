import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { foldText } from '../../text-normalization.ts'

/** Longer than any real search, and within the limit of PostgreSQL for a single lexeme. */
const MAX_QUERY_LENGTH = 500

/**
 * Builds the text of a tsquery that matches blocks with all words of a search; the last word also matches as a prefix.
 * Returns an empty string if the search has no words. There are no operators: every input is taken literally and none is
 * an error.
 */
export async function buildTextQuery(db: Database, search: string): Promise<string> {
  const words = splitWords(search)
  const last = words.pop()?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (last === undefined) return ''
  const conditions = [...words.map((word) => wordQuery(quote(word))), prefixQuery(last)]
  const { rows } = await sql<{ words: string }>`select (${sql.join(conditions, sql` && `)})::text as words`.execute(db)
  return rows[0]?.words ?? ''
}

/**
 * Matches words that begin with the given one. The parser would split a half-typed email or web address into parts, so a
 * word with punctuation also matches as a literal prefix.
 */
function prefixQuery(word: string): RawBuilder<unknown> {
  const query = `${quote(word)}:*`
  const isParsedAlike = /^[\p{L}\p{N}]+$/u.test(word)
  return isParsedAlike ? wordQuery(query) : sql`(${wordQuery(query)} || ${query}::tsquery)`
}

function wordQuery(word: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${word})`
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
