import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'

/** What PostgreSQL knows about the words of all blocks since it last analyzed the table. */
export interface TextStatistics {
  /** The number of blocks. */
  blocks: number
  /** The share of the blocks that contain a lexeme, for the most common ones. */
  shares: ReadonlyMap<string, number>
  /** The share of a lexeme that is not among them. */
  otherShare: number
}

/** How old statistics may be. They decide how a search is carried out and never what it finds. */
const MAX_AGE_MS = 60_000
/** What PostgreSQL assumes without statistics. */
const DEFAULT_SHARE = 0.005

const loaded = new WeakMap<Database, { statistics: Promise<TextStatistics>; time: number }>()

/** Returns the statistics of a database, which are loaded at most once a minute. */
export function textStatistics(db: Database): Promise<TextStatistics> {
  const cached = loaded.get(db)
  if (cached && performance.now() - cached.time < MAX_AGE_MS) return cached.statistics
  const statistics = load(db)
  loaded.set(db, { statistics, time: performance.now() })
  // A failure is the searcher's to report, and the next search tries again.
  statistics.catch(() => loaded.delete(db))
  return statistics
}

async function load(db: Database): Promise<TextStatistics> {
  const { rows } = await sql<{ total: number; elements: string[] | null; shares: number[] | null }>`
    select c.reltuples as total, s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as shares
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname and s.attname = ${'tsv'}
    where c.oid = to_regclass(${'blocks'})`.execute(db)
  const [{ total, elements, shares } = { total: 0, elements: null, shares: null }] = rows
  const lexemes = elements ?? []
  // The shares are followed by the lowest and the highest of them.
  const lowest = shares?.[lexemes.length]
  return {
    blocks: Math.max(total, 0),
    shares: new Map(lexemes.map((lexeme, index) => [lexeme, shares?.[index] ?? 0])),
    otherShare: lowest === undefined ? DEFAULT_SHARE : Math.min(DEFAULT_SHARE, lowest / 2),
  }
}
