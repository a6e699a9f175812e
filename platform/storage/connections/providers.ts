import { isDeepStrictEqual } from 'node:util'
import type { ProviderDefinition } from '../../../src/contract/index.ts'
import type { Database } from '../postgres/database.ts'
import { toStorableJson } from '../text-normalization.ts'

/** A provider, as it was last read. */
export interface StoredProvider {
  provider: string
  url: string
  definition: ProviderDefinition
  reachable: boolean
  /** When its definition was read, to within a day (epoch ms). */
  dateSeen: number
}

/** How old `dateSeen` of a provider may be that is reached all the time (ms). */
const SEEN_INTERVAL_MS = 86_400_000

/**
 * Saves the definition and address of a provider. Its connections use this address from now on. `stored`: what is stored; if
 * it is the same, nothing is written but once a day that the provider was seen. On a cluster, a provider can be written only
 * while all nodes are there.
 */
export async function saveProvider(
  db: Database,
  { url, definition }: Pick<StoredProvider, 'url' | 'definition'>,
  now: number,
  stored?: StoredProvider,
): Promise<void> {
  const columns = { url, definition: toStorableJson(definition), date_seen: now, date_unreachable: null }
  const isSame =
    stored?.reachable && stored.url === url && isDeepStrictEqual(stored.definition, JSON.parse(columns.definition))
  if (isSame && Math.abs(now - stored.dateSeen) < SEEN_INTERVAL_MS) return
  await db
    .insertInto('providers')
    .values({ provider: definition.name, ...columns })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(columns))
    .execute()
}

/** Records since when a provider cannot be reached. Its stored definition stays. Writes nothing if it is known. */
export async function markProviderUnreachable(db: Database, url: string, now: number): Promise<void> {
  const isReachable = (provider: StoredProvider) => provider.url === url && provider.reachable
  if (!(await listProviders(db)).some(isReachable)) return
  await db
    .updateTable('providers')
    .set((column) => ({ date_unreachable: column.fn.coalesce('date_unreachable', column.val(now)) }))
    .where('url', '=', url)
    .execute()
}

export async function listProviders(db: Database): Promise<StoredProvider[]> {
  const rows = await db.selectFrom('providers').selectAll().orderBy('provider').execute()
  return rows.map(({ provider, url, definition, date_seen, date_unreachable }) => ({
    provider,
    url,
    definition,
    reachable: date_unreachable === null,
    dateSeen: date_seen,
  }))
}
