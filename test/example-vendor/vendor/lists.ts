import type { Call } from '../../../src/kit/application.ts'
import { paginate } from '../../../src/kit/lists.ts'
import { type Account, fetchJson, type List } from './client.ts'
import type { BeaconSettings } from './settings.ts'

const PAGE_SIZE = '100'

/** Reads a list of Beacon's API to its end, or until it has `limit` items. Throws a ProviderError. */
export async function fetchList<Item>(
  path: string,
  query: Readonly<Record<string, string>>,
  account: Account,
  call: Call<BeaconSettings>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = []
  const pages = paginate<List<Item>>({
    vendor: 'Beacon',
    fetch: (from) => fetchJson(path, { ...query, limit: PAGE_SIZE, from }, account, call),
    nextToken: ({ next }) => next,
  })
  for await (const page of pages) {
    items.push(...page.items)
    if (items.length >= limit) break
  }
  return items.slice(0, limit)
}
