import { sql } from 'kysely'
import { bucketNameOf } from '../../buckets.ts'
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

interface StatisticsRow {
  total: number
  elements: string[] | null
  shares: number[] | null
}

async function load(db: Database): Promise<TextStatistics> {
  const row = bucketNameOf(db) !== undefined ? await loadFromShard(db) : await loadFromTable(db)
  const { total, elements, shares } = row ?? { total: 0, elements: null, shares: null }
  const lexemes = elements ?? []
  // The shares are followed by the lowest and the highest of them.
  const lowest = shares?.[lexemes.length]
  return {
    blocks: Math.max(total, 0),
    shares: new Map(lexemes.map((lexeme, index) => [lexeme, shares?.[index] ?? 0])),
    otherShare: lowest === undefined ? DEFAULT_SHARE : Math.min(DEFAULT_SHARE, lowest / 2),
  }
}

/** A select of a StatisticsRow; `table` is an expression for the id of the table of blocks. */
function selectStatistics(table: string): string {
  return `
    select c.reltuples as total, s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as shares
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname and s.attname = 'tsv'
    where c.oid = ${table}`
}

async function loadFromTable(db: Database): Promise<StatisticsRow | undefined> {
  return (await sql<StatisticsRow>`${sql.raw(selectStatistics("to_regclass('blocks')"))}`.execute(db)).rows[0]
}

/** The node that holds the rows has the statistics. Without them, a node that is away is the search's own error. */
async function loadFromShard(db: Database): Promise<StatisticsRow | undefined> {
  const command = `select to_jsonb(row) from (${selectStatistics("'%s'::regclass")}) row`
  const { rows } = await sql<{ row: StatisticsRow | null }>`
    select case when success then result::jsonb end as row from run_command_on_shards('blocks', ${command})`.execute(db)
  return rows[0]?.row ?? undefined
}
