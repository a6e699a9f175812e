import type { ProviderDefinition } from '../../../src/contract/index.ts'
import type { Database } from '../postgres/database.ts'
import { toStorableJson } from '../text-normalization.ts'

/** A provider, as it was last read. */
export interface StoredProvider {
  provider: string
  url: string
  definition: ProviderDefinition
  reachable: boolean
}

/** Saves the definition and address of a provider. Its connections use this address from now on. */
export async function saveProvider(
  db: Database,
  { url, definition }: Pick<StoredProvider, 'url' | 'definition'>,
  now: number,
): Promise<void> {
  const columns = { url, definition: toStorableJson(definition), date_seen: now, date_unreachable: null }
  await db
    .insertInto('providers')
    .values({ provider: definition.name, ...columns })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(columns))
    .execute()
}

/** Records since when a provider cannot be reached. Its stored definition stays. */
export async function markProviderUnreachable(db: Database, url: string, now: number): Promise<void> {
  await db
    .updateTable('providers')
    .set((column) => ({ date_unreachable: column.fn.coalesce('date_unreachable', column.val(now)) }))
    .where('url', '=', url)
    .execute()
}

export async function listProviders(db: Database): Promise<StoredProvider[]> {
  const rows = await db.selectFrom('providers').selectAll().orderBy('provider').execute()
  return rows.map(({ provider, url, definition, date_unreachable }) => ({
    provider,
    url,
    definition,
    reachable: date_unreachable === null,
  }))
}
