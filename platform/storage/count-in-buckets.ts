import { type EachBucket, STATEMENT_PATIENCE_MS } from './each-bucket.ts'
import type { Database } from './postgres/database.ts'

/**
 * Counts rows in all buckets and adds up those that differ in their `count` only. While a bucket is away, its last counts
 * are used; rejects if there are none yet, because without them the sums would be wrong.
 */
export function countInBuckets<Row extends { count: number }>(
  each: EachBucket,
  count: (db: Database) => Promise<Row[]>,
): () => Promise<Row[]> {
  const last = new Map<string, Row[]>()
  return async () => {
    const buckets = each.all()
    const [first] = buckets
    if (first && each.isSingle) return count(first.db)
    const query = { patienceMs: STATEMENT_PATIENCE_MS }
    const { results, failures } = await each.query(buckets, ({ db }) => count(db), query)
    for (const { bucket, value } of results) last.set(bucket.name, value)
    const missing = failures.find(({ bucket }) => !last.has(bucket.name))
    if (missing) throw missing.error
    return sum(buckets.flatMap(({ name }) => last.get(name) ?? []))
  }
}

function sum<Row extends { count: number }>(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ count: _, ...others }) => JSON.stringify(others))
  return [...groups.values()].map((group) => {
    return { ...(group[0] as Row), count: group.reduce((total, { count }) => total + count, 0) }
  })
}
