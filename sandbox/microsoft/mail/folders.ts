import { userContext } from '../context.ts'
import type { Microsoft } from '../microsoft.ts'
import { isOutlookId } from '../outlook-ids.ts'
import { pageOf } from '../query/paging.ts'
import { type ResourceType, selectionOf, selector } from '../query/select.ts'
import type { Visit } from '../visit.ts'
import type { Folder, Mailbox } from './mailbox.ts'
import { sizeOf } from './message.ts'

const DEFAULT_SIZE = 10

const FOLDER: ResourceType = {
  name: 'mailFolder',
  properties: [
    'id',
    'displayName',
    'parentFolderId',
    'childFolderCount',
    'unreadItemCount',
    'totalItemCount',
    'sizeInBytes',
    'isHidden',
  ],
  always: ['id'],
}

/** The folders directly below the root (https://learn.microsoft.com/graph/api/user-list-mailfolders). */
export function listFolders(microsoft: Microsoft, visit: Visit): object {
  return listed(microsoft, visit, visit.account.mailbox.folder('msgfolderroot'), 'mailFolders')
}

/** https://learn.microsoft.com/graph/api/mailfolder-list-childfolders */
export function listChildFolders(microsoft: Microsoft, visit: Visit): object {
  const folder = folderOf(visit)
  return listed(microsoft, visit, folder, `mailFolders('${encodeURIComponent(folder.id)}')/childFolders`)
}

export function getFolder(visit: Visit): object {
  const json = selector(visit, FOLDER)(toFolderJson(visit.account.mailbox, folderOf(visit)))
  return { ...userContext(visit, `mailFolders${selectionOf(visit)}/$entity`), ...json }
}

/** The folder of the path, by id or well-known name. */
export function folderOf({ account, call, refuse }: Visit): Folder {
  const { folderId = '' } = call.params
  const folder = account.mailbox.findFolder(folderId)
  if (!folder && !isOutlookId(folderId)) refuse('ErrorInvalidIdMalformed')
  return folder ?? refuse('ErrorItemNotFound')
}

function listed(microsoft: Microsoft, visit: Visit, parent: Folder, place: string): object {
  const { account, options } = visit
  const selected = selector(visit, FOLDER)
  const all = account.mailbox.folders.filter((folder) => folder.parent === parent.key)
  const { items, links } = pageOf(microsoft, visit, all, { size: options.top ?? DEFAULT_SIZE })
  return {
    ...userContext(visit, place + selectionOf(visit)),
    ...(options.count ? { '@odata.count': all.length } : {}),
    value: items.map((folder) => selected(toFolderJson(account.mailbox, folder))),
    ...links,
  }
}

function toFolderJson(mailbox: Mailbox, { key, id, displayName, parent }: Folder): Record<string, unknown> {
  const messages = mailbox.messagesIn(key)
  return {
    id,
    displayName,
    parentFolderId: mailbox.folder(parent).id,
    childFolderCount: mailbox.folders.filter((folder) => folder.parent === key).length,
    unreadItemCount: messages.filter(({ isRead }) => !isRead).length,
    totalItemCount: messages.length,
    sizeInBytes: messages.reduce((sum, message) => sum + sizeOf(message), 0),
    isHidden: false,
  }
}
