import { setTimeout as sleep } from 'node:timers/promises'
import { KEY } from './settings.ts'

interface Page {
  items: unknown[]
  pagination: { hasMore: boolean; cursor?: string }
}

/**
 * Reads all pages of a sync through the hub as the platform does, which waits as long as the hub says. `createBody` makes the
 * request of a page from its cursor. Returns the number of items.
 */
export async function readPages(
  url: string,
  path: string,
  createBody: (cursor: string | undefined) => object,
): Promise<number> {
  let items = 0
  let cursor: string | undefined
  for (;;) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(createBody(cursor)),
    })
    if (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after')) * 1000)
      continue
    }
    const page = (await response.json()) as Page
    if (!response.ok) throw new Error(JSON.stringify(page).slice(0, 300))
    items += page.items.length
    if (!page.pagination.hasMore || !page.pagination.cursor) return items
    cursor = page.pagination.cursor
  }
}
