import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { fold } from '../text.ts'

/** Longer than any search, and short enough for the store to take it as one word. */
const MOST_CHARACTERS = 500

/** A search as the store takes it. */
export interface TextQuery {
  /** A tsquery's text; empty: there are no words to be found. */
  words: string
  /** The tenant's id is a word of each block too, and may begin with the last one. */
  mayBeginId?: boolean
}

/**
 * Finds blocks in which all words of a search stand, or, of the last one, a word that begins with it. Whatever is typed
 * is text: there are no operators, and no search is an error.
 */
export async function searchQuery(db: Database, search: string): Promise<TextQuery> {
  const words = wordsOf(search)
  const last = words.pop()?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (last === undefined) return { words: '' }
  const conditions = [...words.map((word) => parsed(quoted(word))), beginning(last)]
  const { rows } = await sql<{ words: string }>`select (${sql.join(conditions, sql` && `)})::text as words`.execute(db)
  return { words: rows[0]?.words ?? '', mayBeginId: ID_LIKE.test(last) }
}

const ID_LIKE = /^[0-9a-f-]+$/

/** An address that is typed half is no address yet, and would be parsed in parts; as it stands it begins one. */
function beginning(word: string): RawBuilder<unknown> {
  const query = `${quoted(word)}:*`
  const isParsedAlike = ID_LIKE.test(word) || /^[\p{L}\p{N}]+$/u.test(word)
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
