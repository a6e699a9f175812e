import type { MailFolder } from '@microsoft/microsoft-graph-types'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import type { UserSegments } from '../user-segments.ts'

/** Ids of the folders by which listed messages are classified, as Graph lists the whole mailbox. */
export interface Folders {
  sent?: string
  /** Excluded folders, with all their subfolders. */
  leftOut: string[]
}

/** Fetches the folders by their well-known names, which do not depend on the language. https://learn.microsoft.com/graph/api/resources/mailfolder */
export async function fetchFolders(request: Requester, user: UserSegments): Promise<Folders> {
  const fetchByName = (name: string) => fetchFolder(request, user, name)
  // The first request alone finds out whether there is a mailbox.
  const sent = await fetchByName('sentitems')
  const excluded = await Promise.all(EXCLUDED.map(fetchByName))
  const excludedIds = await Promise.all(excluded.map((folder) => fetchSubtreeIds(request, user, folder)))
  return omitUndefined({ sent: sent?.id || undefined, leftOut: excludedIds.flat() })
}

/** Folders whose items are not mail that somebody has sent or received, or that the person has thrown away. */
const EXCLUDED = ['deleteditems', 'junkemail', 'outbox', 'scheduled', 'conversationhistory']

const FIELDS = 'id,childFolderCount'

/** Returns undefined for a folder that the mailbox does not have. */
async function fetchFolder(request: Requester, user: UserSegments, name: string): Promise<MailFolder | undefined> {
  try {
    return await request<MailFolder>(toPath([...user, 'mailFolders', name], { $select: FIELDS }))
  } catch (error) {
    if (error instanceof VendorError && (error.class === 'not-found' || isUnknownName(error))) return undefined
    throw error
  }
}

/** Older mailboxes do not know every name, and take it for an id. */
function isUnknownName({ reasons }: VendorError): boolean {
  return reasons.includes('ErrorInvalidIdMalformed')
}

/** Levels of subfolders that are read. */
const MAX_DEPTH = 10

/** The ids of a folder and all its subfolders: a deleted folder becomes a subfolder of the deleted items. */
async function fetchSubtreeIds(
  request: Requester,
  user: UserSegments,
  folder: MailFolder | undefined,
  depth = 0,
): Promise<string[]> {
  if (!folder?.id) return []
  const { id, childFolderCount } = folder
  if (!childFolderCount || depth === MAX_DEPTH) return [id]
  const subfolderIds: string[] = []
  for await (const page of fetchPages<MailFolder>(
    request,
    toPath([...user, 'mailFolders', id, 'childFolders'], FOLDER_PAGE),
  )) {
    for (const child of page) subfolderIds.push(...(await fetchSubtreeIds(request, user, child, depth + 1)))
  }
  return [id, ...subfolderIds]
}

const FOLDER_PAGE = { $select: FIELDS, $top: 100 }
