import type { MailFolder } from '@microsoft/microsoft-graph-types'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'

/** Ids of the folders that decide about a message: Graph lists the whole mailbox. */
export interface Folders {
  sent?: string
  /** Deleted mail and junk, with all folders below. */
  leftOut: string[]
}

/** Well-known names work in every language. https://learn.microsoft.com/graph/api/resources/mailfolder */
export async function fetchFolders(ask: Requester): Promise<Folders> {
  const find = (name: string) => fetchFolder(ask, name)
  const [sent, ...thrownAway] = await Promise.all(['sentitems', 'deleteditems', 'junkemail'].map(find))
  const leftOut = await Promise.all(thrownAway.map((folder) => fetchSubtreeIds(ask, folder)))
  return { ...(sent?.id ? { sent: sent.id } : {}), leftOut: leftOut.flat() }
}

const FIELDS = 'id,childFolderCount'

/** Undefined for a folder that the mailbox does not have. */
async function fetchFolder(ask: Requester, name: string): Promise<MailFolder | undefined> {
  try {
    return await ask<MailFolder>(toPath(['me', 'mailFolders', name], { $select: FIELDS }))
  } catch (error) {
    if (error instanceof VendorError && error.class === 'not-found') return undefined
    throw error
  }
}

/** Folders deep inside one another that are looked through. */
const MAX_DEPTH = 10

/** A folder that a user deletes lies below the deleted items with all that is in it. */
async function fetchSubtreeIds(ask: Requester, folder: MailFolder | undefined, depth = 0): Promise<string[]> {
  if (!folder?.id) return []
  const { id, childFolderCount } = folder
  if (!childFolderCount || depth === MAX_DEPTH) return [id]
  const below: string[] = []
  for await (const page of fetchPages<MailFolder>(
    ask,
    toPath(['me', 'mailFolders', id, 'childFolders'], FOLDER_PAGE),
  )) {
    for (const child of page) below.push(...(await fetchSubtreeIds(ask, child, depth + 1)))
  }
  return [id, ...below]
}

const FOLDER_PAGE = { $select: FIELDS, $top: 100 }
