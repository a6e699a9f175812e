import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { fold } from '../text.ts'

/** Longer than any search, and short enough for the store to take it as one word. */
const MOST_CHARACTERS = 500

/** A search as texts of tsqueries; empty when it has no words. */
export interface TextQuery {
  /** What blocks are found by. */
  match: string
  /** What they are ranked by. */
  rank: string
}

/**
 * Finds blocks in which all words of a search stand, or, of the last one, a word that begins with it. Whatever is typed
 * is text: there are no operators, and no search is an error.
 */
export async function searchQuery(db: Database, search: string): Promise<TextQuery> {
  const words = wordsOf(search)
  const last = words.pop()
  if (last === undefined) return { match: '', rank: '' }
  const before = words.map((word) => parsed(quoted(word)))
  const [match, rank] = [
    [...before, beginning(last, true)],
    [...before, beginning(last, false)],
  ].map(allOfThem)
  const { rows } = await sql<TextQuery>`select ${match}::text as match, ${rank}::text as rank`.execute(db)
  return rows[0] ?? { match: '', rank: '' }
}

function allOfThem(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` && `)})`
}

/**
 * The tenant's id is a word of each block, with no place in the text: what may begin an id has to have a place, which is
 * its own. An address that is typed half would be parsed in parts; as it stands it begins one.
 */
function beginning(word: string, isExact: boolean): RawBuilder<unknown> {
  const query = `${quoted(word)}:*`
  if (/^[0-9a-f]{1,8}$/.test(word) && isExact) return sql`tsquery_phrase(${parsed(query)}, ${parsed(query)}, 0)`
  const isParsedAlike = /^([\p{L}\p{N}]+|[0-9a-f-]+)$/u.test(word)
  return isParsedAlike ? parsed(query) : sql`(${parsed(query)} || ${query}::tsquery)`
}

function parsed(word: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${word})`
}

function wordsOf(search: string): string[] {
  const text = fold(search.replaceAll('\0', ' ')).slice(0, MOST_CHARACTERS).toWellFormed()
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Inside quotes everything but these two is taken as text, and parsed as it was when it was written. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, (character) => character.repeat(2))}'`
}
