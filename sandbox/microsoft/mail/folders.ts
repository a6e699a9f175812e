import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { isOutlookId } from '../api/outlook-ids.ts'
import { paginate } from '../query/pagination.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import type { Folder, Mailbox } from './mailbox.ts'
import { estimateSizeBytes } from './message.ts'

const DEFAULT_PAGE_SIZE = 10

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
export function listFolders(microsoft: MicrosoftState, request: GraphRequest): object {
  return listFolderPage(microsoft, request, request.account.mailbox.folder('msgfolderroot'), 'mailFolders')
}

/** https://learn.microsoft.com/graph/api/mailfolder-list-childfolders */
export function listChildFolders(microsoft: MicrosoftState, request: GraphRequest): object {
  const folder = resolveFolder(request)
  return listFolderPage(microsoft, request, folder, `mailFolders('${encodeURIComponent(folder.id)}')/childFolders`)
}

export function getFolder(request: GraphRequest): object {
  const json = createSelector(request, FOLDER)(toFolderJson(request.account.mailbox, resolveFolder(request)))
  return { ...userOdataContext(request, `mailFolders${formatSelection(request)}/$entity`), ...json }
}

/** Returns the folder of the path, by id or well-known name. */
export function resolveFolder({ account, http, fail }: GraphRequest): Folder {
  const { folderId = '' } = http.params
  const folder = account.mailbox.findFolder(folderId)
  if (!folder && !isOutlookId(folderId) && !account.mailbox.isWellKnown(folderId)) fail('ErrorInvalidIdMalformed')
  return folder ?? fail('ErrorItemNotFound')
}

function listFolderPage(microsoft: MicrosoftState, request: GraphRequest, parent: Folder, path: string): object {
  const { account, options } = request
  const selected = createSelector(request, FOLDER)
  const folders = account.mailbox.folders.filter((folder) => folder.parent === parent.key)
  const { items, links } = paginate(microsoft, request, folders, { size: options.top ?? DEFAULT_PAGE_SIZE })
  return omitUndefined({
    ...userOdataContext(request, path + formatSelection(request)),
    '@odata.count': options.count ? folders.length : undefined,
    value: items.map((folder) => selected(toFolderJson(account.mailbox, folder))),
    ...links,
  })
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
    sizeInBytes: messages.reduce((sum, message) => sum + estimateSizeBytes(message), 0),
    isHidden: false,
  }
}
