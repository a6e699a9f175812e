import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { foldText } from '../../text-normalization.ts'

/** Longer than any search, and short enough for the store to take it as one word. */
const MAX_QUERY_LENGTH = 500

/**
 * The text of a tsquery that finds blocks in which all words of a search stand, or, of the last one, a word that begins
 * with it; empty when there are no words to be found. Whatever is typed is text: there are no operators, and no search is
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

/** An address that is typed half is no address yet, and would be parsed in parts; as it stands it begins one. */
function prefixQuery(word: string): RawBuilder<unknown> {
  const query = `${quote(word)}:*`
  const isParsedAlike = /^[\p{L}\p{N}]+$/u.test(word)
  return isParsedAlike ? wordQuery(query) : sql`(${wordQuery(query)} || ${query}::tsquery)`
}

function wordQuery(word: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${word})`
}

function splitWords(search: string): string[] {
  const text = foldText(search).slice(0, MAX_QUERY_LENGTH).toWellFormed()
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Inside quotes everything but these two is taken as text, and parsed as it was when it was written. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, (character) => character.repeat(2))}'`
}
