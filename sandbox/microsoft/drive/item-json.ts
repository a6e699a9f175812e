import { createHash } from 'node:crypto'
import { findPerson } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { odataContext } from '../api/odata-context.ts'
import { deterministicGuid } from '../guids.ts'
import type { MicrosoftState } from '../state.ts'
import { createDownloadUrl } from './addresses.ts'
import type { Target } from './call.ts'
import type { Drive, DriveItem } from './item.ts'
import { childrenOf, pathOf } from './store.ts'

/** The GUID of an item, which its web address names. */
export function guidOf(item: DriveItem): string {
  return deterministicGuid(`${item.driveId} ${item.id}`).toUpperCase()
}

/** https://learn.microsoft.com/graph/api/resources/driveitem */
export function toItemJson(target: Target, drive: Drive, item: DriveItem): Record<string, unknown> {
  const { microsoft } = target
  const { content } = item
  const isFile = content.kind === 'file'
  return omitUndefined({
    '@microsoft.graph.downloadUrl': isFile ? createDownloadUrl(target, item) : undefined,
    createdDateTime: formatTime(item.createdAt),
    eTag: formatETag(item),
    id: item.id,
    lastModifiedDateTime: formatTime(item.modifiedAt),
    name: item.name,
    webUrl: webUrlOf(drive, item),
    cTag: `"c:{${guidOf(item)}},${item.version}"`,
    size: isFile ? content.bytes.length : 0,
    createdBy: toIdentity(microsoft, drive, item.createdBy),
    lastModifiedBy: toIdentity(microsoft, drive, item.lastModifiedBy),
    parentReference: toParentReference(drive, item),
    fileSystemInfo: { createdDateTime: formatTime(item.createdAt), lastModifiedDateTime: formatTime(item.modifiedAt) },
    root: item.parentId === undefined ? {} : undefined,
    ...facetOf(microsoft, drive, item),
  })
}

export function formatETag(item: DriveItem): string {
  return `"{${guidOf(item)}},${item.version}"`
}

/** The member that says what an item is. */
function facetOf(microsoft: MicrosoftState, drive: Drive, item: DriveItem): Record<string, unknown> {
  const { content } = item
  switch (content.kind) {
    case 'file': {
      const quickXorHash = createHash('sha1').update(content.bytes).digest('base64')
      return { file: { mimeType: content.mimeType, hashes: { quickXorHash } } }
    }
    case 'folder':
      return { folder: { childCount: childrenOf(drive, item.id).length } }
    case 'package':
      return { package: { type: 'oneNote' } }
    case 'remote': {
      const remoteDrive = microsoft.drives.all.get(content.driveId)
      const remote = remoteDrive?.items.get(content.itemId)
      // The reference remains when its target is gone.
      if (!remoteDrive || !remote)
        return { remoteItem: { id: content.itemId, parentReference: { driveId: content.driveId } } }
      const { id, name } = remote
      const size = remote.content.kind === 'file' ? remote.content.bytes.length : 0
      const base = {
        id,
        name,
        size,
        webUrl: webUrlOf(remoteDrive, remote),
        parentReference: toParentReference(remoteDrive, remote),
      }
      return { remoteItem: { ...base, ...facetOf(microsoft, remoteDrive, remote) } }
    }
  }
}

function toParentReference(drive: Drive, item: DriveItem): object {
  const parent = item.parentId === undefined ? undefined : drive.items.get(item.parentId)
  return omitUndefined({
    driveType: drive.driveType,
    driveId: drive.id,
    id: parent?.id,
    name: parent?.name,
    path: parent && `/drives/${drive.id}/root:${encodeURI(pathOf(drive, parent))}`,
    siteId: drive.siteId,
  })
}

/** Personal drives tell no addresses; others do unless `settings.driveUserEmails` says otherwise. */
function toIdentity({ accounts, settings }: MicrosoftState, drive: Drive, email: string): object {
  const account = accounts.get(email)
  const displayName = account?.name ?? findPerson(email)?.name ?? email
  const hasEmail = drive.driveType !== 'personal' && settings.driveUserEmails === 'present'
  const user = { email: hasEmail ? email : undefined, id: account?.id ?? deterministicGuid(email), displayName }
  return { user: omitUndefined(user) }
}

/** Office files open in the browser's editor, other files at their path. */
export function webUrlOf(drive: Drive, item: DriveItem): string {
  const guid = guidOf(item)
  if (drive.driveType === 'personal') {
    return `https://onedrive.live.com/?cid=${drive.id.toLowerCase()}&id=${encodeURIComponent(item.id)}`
  }
  if (/\.(docx?|xlsx?|pptx?)$/i.test(item.name)) {
    const site = drive.webUrl.slice(0, drive.webUrl.lastIndexOf('/'))
    return `${site}/_layouts/15/Doc.aspx?sourcedoc=%7B${guid}%7D&file=${encodeURIComponent(item.name)}&action=default&mobileredirect=true`
  }
  return pathUrlOf(drive, item)
}

/** The address of the file itself. */
export function pathUrlOf(drive: Drive, item: DriveItem): string {
  return drive.webUrl + pathOf(drive, item).split('/').map(encodeURIComponent).join('/')
}

/** https://learn.microsoft.com/graph/api/resources/drive */
export function toDriveJson(microsoft: MicrosoftState, drive: Drive): object {
  const used = [...drive.items.values()].reduce(
    (sum, { content }) => sum + (content.kind === 'file' ? content.bytes.length : 0),
    0,
  )
  const total = microsoft.settings.driveStorageBytes
  const state = drive.isFull || used >= total ? 'exceeded' : 'normal'
  return omitUndefined({
    ...odataContext('drives/$entity'),
    id: drive.id,
    driveType: drive.driveType,
    name: drive.name,
    webUrl: drive.webUrl,
    owner:
      drive.owner === undefined ? { group: { displayName: drive.name } } : toIdentity(microsoft, drive, drive.owner),
    quota: { deleted: 0, remaining: Math.max(0, total - used), state, total, used },
  })
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
