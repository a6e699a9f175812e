import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { hasWords } from './block-conditions.ts'
import type { Viewer } from '../access/visibility.ts'

/** As many matches as are compared with each other are looked for. */
export const RANKED = 1_000

/**
 * Whether the index of words leads to the newest matches faster than a look at the newest blocks: the rarer the words,
 * the further back one has to look, and the more there are, the longer the index reads. Of both the planner has an
 * estimate.
 */
export async function isRare(db: Database, viewer: Viewer, words: string): Promise<boolean> {
  const [matches, narrowed, blocks] = await Promise.all([
    estimate(db, hasWords(words)),
    estimate(db, hasWords(words, viewer)),
    estimate(db, sql`true`),
  ])
  return narrowed * matches < RANKED * blocks
}

type Plan = [{ Plan: { 'Plan Rows': number } }]

async function estimate(db: Database, condition: ReturnType<typeof hasWords>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan }>`
    explain (format json) select from blocks b where ${condition}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
