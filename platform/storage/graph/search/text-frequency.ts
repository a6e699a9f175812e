import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { matchesText } from './block-conditions.ts'

/** Number of the newest matches that are ranked by relevance. */
export const MAX_RANKED = 1_000

/**
 * Whether the full-text index finds the newest matches faster than a scan of the newest blocks does. The rarer the words,
 * the more blocks the scan must read; the more frequent, the more entries the index must read. Compares the planner's
 * estimates of both.
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
