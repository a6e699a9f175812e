import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { matchesText } from './block-conditions.ts'

/** As many matches as are compared with each other are looked for. */
export const MAX_RANKED = 1_000

/**
 * Whether the index of words leads to the newest matches faster than a look at the newest blocks: the rarer the words,
 * the further back one has to look, and the more there are, the longer the index reads. Of both the planner has an
 * estimate.
 */
export async function isRareText(db: Database, viewer: Viewer, words: string): Promise<boolean> {
  const [matches, narrowed, blocks] = await Promise.all([
    estimateRows(db, matchesText(words)),
    estimateRows(db, matchesText(words, viewer)),
    estimateRows(db, sql`true`),
  ])
  return narrowed * matches < MAX_RANKED * blocks
}

type Plan = [{ Plan: { 'Plan Rows': number } }]

async function estimateRows(db: Database, condition: ReturnType<typeof matchesText>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan }>`
    explain (format json) select from blocks b where ${condition}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
