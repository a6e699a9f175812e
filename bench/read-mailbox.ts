import { omitUndefined } from '../src/runtime/omit.ts'
import { KEY } from './settings.ts'

interface Page {
  items: unknown[]
  pagination: { hasMore: boolean; cursor?: string }
}

/** Reads all pages of a mailbox through the hub, as the platform does. Returns the number of messages. */
export async function readMailboxThroughHub(url: string, connectedProvider: object, limit: number): Promise<number> {
  let messages = 0
  let cursor: string | undefined
  do {
    const response = await fetch(`${url}/sync/email`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ connectedProvider, filter: omitUndefined({ limit, cursor }) }),
    })
    const page = (await response.json()) as Page
    if (!response.ok) throw new Error(JSON.stringify(page).slice(0, 300))
    messages += page.items.length
    cursor = page.pagination.hasMore ? page.pagination.cursor : undefined
  } while (cursor)
  return messages
}
