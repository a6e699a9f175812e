import type { Database } from '../../postgres/database.ts'
import { tenantMarker } from '../../search-vector.ts'
import type { Viewer } from '../access/visibility.ts'
import { isLexeme, type TextQuery } from './text-query.ts'
import { type TextStatistics, textStatistics } from './text-statistics.ts'

/** The effort of reading an entry of the full-text index, of any tenant, compared to that of reading a block. */
const ENTRY_EFFORT = 1 / 32
/** The effort of reading one of all links of the viewer's own tag, compared to that of looking up the link of a block. */
const LINK_EFFORT = 1 / 8

/**
 * Whether the full-text index finds the `limit` newest matches faster than a scan of the newest blocks does. The rarer the
 * words, the more blocks the scan must read; the more frequent, the more entries the index must read. Compares estimates of
 * both.
 */
export async function isRareText(
  db: Database,
  { tenantId }: Viewer,
  { words }: TextQuery,
  limit: number,
): Promise<boolean> {
  const statistics = await textStatistics(db)
  const share = shareOfAll(words, statistics)
  const visibleShare = statistics.shares.get(tenantMarker(tenantId)) ?? statistics.otherShare
  return share * statistics.blocks * (visibleShare + ENTRY_EFFORT) < limit / share
}

/**
 * Whether so many blocks match that reading the links of everything the viewer may see is faster than looking up those of
 * the matches.
 */
export async function isFrequentText(db: Database, { words }: TextQuery): Promise<boolean> {
  return shareOfAll(words, await textStatistics(db)) > LINK_EFFORT
}

/** The share of the blocks that contain all words, the last one as a prefix. Without words, none does. */
function shareOfAll(words: readonly string[], statistics: TextStatistics): number {
  if (words.length === 0) return 0
  return words.reduce((product, word, index) => {
    return product * (index === words.length - 1 ? shareOfPrefix(word, statistics) : shareOf(word, statistics))
  }, 1)
}

/** A word that PostgreSQL would split counts as rare. */
function shareOf(word: string, { shares, otherShare }: TextStatistics): number {
  return (isLexeme(word) ? shares.get(word) : undefined) ?? otherShare
}

/**
 * The share of the blocks with any word that begins with this one. As the planner does, takes words to occur independently
 * of each other, and as many of the words that are not known to begin so as of the known ones.
 */
function shareOfPrefix(prefix: string, { shares, otherShare }: TextStatistics): number {
  let without = 1
  let withoutAny = 1
  let matches = 0
  for (const [word, share] of shares) {
    withoutAny *= 1 - share
    if (!word.startsWith(prefix)) continue
    without *= 1 - share
    matches += 1
  }
  const unknown = shares.size === 0 ? 0 : (withoutAny * matches) / shares.size
  return Math.max(1 - without + unknown, otherShare)
}
