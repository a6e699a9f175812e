import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { fold } from '../../text-normalization.ts'

/** Longer than any search, and short enough for the store to take it as one word. */
const MOST_CHARACTERS = 500

/**
 * The text of a tsquery that finds blocks in which all words of a search stand, or, of the last one, a word that begins
 * with it; empty when there are no words to be found. Whatever is typed is text: there are no operators, and no search is
 * an error.
 */
export async function searchQuery(db: Database, search: string): Promise<string> {
  const words = wordsOf(search)
  const last = words.pop()?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (last === undefined) return ''
  const conditions = [...words.map((word) => parsed(quoted(word))), beginning(last)]
  const { rows } = await sql<{ words: string }>`select (${sql.join(conditions, sql` && `)})::text as words`.execute(db)
  return rows[0]?.words ?? ''
}

/** An address that is typed half is no address yet, and would be parsed in parts; as it stands it begins one. */
function beginning(word: string): RawBuilder<unknown> {
  const query = `${quoted(word)}:*`
  const isParsedAlike = /^[\p{L}\p{N}]+$/u.test(word)
  return isParsedAlike ? parsed(query) : sql`(${parsed(query)} || ${query}::tsquery)`
}

function parsed(word: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${word})`
}

function wordsOf(search: string): string[] {
  const text = fold(search).slice(0, MOST_CHARACTERS).toWellFormed()
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Inside quotes everything but these two is taken as text, and parsed as it was when it was written. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, (character) => character.repeat(2))}'`
}
