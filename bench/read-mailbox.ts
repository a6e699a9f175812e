import { omitUndefined } from '../src/runtime/omit.ts'
import { readPages } from './read-pages.ts'

/** Reads all pages of a mailbox through the hub. Returns the number of messages. */
export function readMailboxThroughHub(url: string, connectedProvider: object, limit: number): Promise<number> {
  return readPages(url, '/sync/email', (cursor) => ({ connectedProvider, filter: omitUndefined({ limit, cursor }) }))
}
