import { createHash } from 'node:crypto'
import { findPerson } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleState } from '../state.ts'
import { type FoundFile, mayDownload, roleOf } from './access.ts'
import { type DriveFile, hasRole, MIME } from './file.ts'
import type { DriveCallContext } from './route.ts'

/** Editors by MIME type. The path of a link. */
const EDITORS: Readonly<Record<string, string>> = {
  [MIME.document]: 'document',
  [MIME.spreadsheet]: 'spreadsheets',
  [MIME.presentation]: 'presentation',
}

/** Renders all fields of a file. */
export function toFileJson(call: DriveCallContext, found: FoundFile): Record<string, unknown> {
  const { google, account, access } = call
  const { file, role } = found
  const isOwner = role === 'owner'
  return omitUndefined({
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    description: file.description,
    starred: false,
    trashed: file.trashed,
    explicitlyTrashed: file.trashed,
    parents: visibleParents(call, file),
    spaces: ['drive'],
    version: String(file.version),
    webViewLink: toWebViewLink(file),
    iconLink: `https://drive-thirdparty.googleusercontent.com/16/type/${file.mimeType}`,
    createdTime: formatTime(file.createdAt),
    modifiedTime: formatTime(file.modifiedAt),
    shared: file.permissions.length > 0 || file.driveId !== undefined,
    ownedByMe: file.driveId === undefined ? isOwner : undefined,
    owners: file.owner === undefined ? undefined : [toUser(google, file.owner, account.email)],
    lastModifyingUser: toUser(google, file.lastModifyingUser, account.email),
    driveId: file.driveId,
    teamDriveId: file.driveId,
    copyRequiresWriterPermission: file.copyRequiresWriterPermission,
    viewersCanCopyContent: !file.copyRequiresWriterPermission,
    capabilities: toCapabilities(found),
    permissions: hasRole(role, 'writer') && file.driveId === undefined ? toPermissions(google, file) : undefined,
    isAppAuthorized: file.authorizedClients.has(access.grant.client.id),
    resourceKey: file.resourceKey,
    shortcutDetails: file.content.kind === 'shortcut' ? file.content.target : undefined,
    quotaBytesUsed: String(sizeOf(file)),
    ...binaryFields(file),
  })
}

/** Fields that only files with content of their own have. */
function binaryFields(file: DriveFile): Record<string, unknown> {
  if (file.content.kind !== 'bytes') return {}
  const { bytes } = file.content
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]
  return omitUndefined({
    size: String(bytes.length),
    originalFilename: file.name,
    fileExtension: extension,
    fullFileExtension: extension,
    md5Checksum: createHash('md5').update(bytes).digest('hex'),
    sha256Checksum: createHash('sha256').update(bytes).digest('hex'),
    webContentLink: `https://drive.google.com/uc?id=${file.id}&export=download`,
  })
}

export function toWebViewLink({ id, mimeType, resourceKey }: DriveFile): string {
  const key = resourceKey === undefined ? '' : `&resourcekey=${resourceKey}`
  const editor = EDITORS[mimeType]
  if (editor) return `https://docs.google.com/${editor}/d/${id}/edit?usp=drivesdk${key}`
  if (mimeType === MIME.folder) return `https://drive.google.com/drive/folders/${id}${key.replace('&', '?')}`
  return `https://drive.google.com/file/d/${id}/view?usp=drivesdk${key}`
}

/** The storage that a file takes. */
export function sizeOf({ content }: DriveFile): number {
  if (content.kind === 'bytes') return content.bytes.length
  return content.kind === 'folder' || content.kind === 'shortcut' ? 0 : 1024
}

/** A parent that the user cannot see is left out. */
function visibleParents({ google, account }: DriveCallContext, file: DriveFile): string[] | undefined {
  const root = google.drive.rootOf(account.email)
  const { files, sharedDrives } = google.drive
  const isVisible = (id: string) => {
    const parent = files.get(id)
    return parent ? roleOf(google, account, parent).role !== undefined : id === root || sharedDrives.has(id)
  }
  const visible = file.parents.filter(isVisible)
  return visible.length > 0 ? visible : undefined
}

function toCapabilities(found: FoundFile): Record<string, boolean> {
  const { file, role } = found
  const isFolder = file.content.kind === 'folder'
  const canEdit = hasRole(role, 'writer')
  const canTrash = role === 'owner' || hasRole(role, 'fileOrganizer')
  return {
    canAddChildren: isFolder && canEdit,
    canComment: hasRole(role, 'commenter'),
    canCopy: !isFolder && mayDownload(found),
    canDelete: role === 'owner' || role === 'organizer',
    canDownload: !isFolder && mayDownload(found),
    canEdit,
    canListChildren: isFolder,
    canModifyContent: canEdit,
    canRename: canEdit,
    canShare: canEdit,
    canTrash,
    canUntrash: canTrash,
  }
}

function toPermissions(google: GoogleState, { permissions, owner }: DriveFile): object[] {
  const all =
    owner === undefined ? permissions : [{ type: 'user', email: owner, role: 'owner' } as const, ...permissions]
  return all.map((permission) => {
    const { type, role } = permission
    if (type === 'user') {
      const user = toUser(google, permission.email)
      return {
        kind: 'drive#permission',
        id: user.permissionId,
        type,
        role,
        emailAddress: permission.email,
        displayName: user.displayName,
      }
    }
    const id = type === 'anyone' ? 'anyoneWithLink' : `${permission.domain}k`
    return omitUndefined({
      kind: 'drive#permission',
      id,
      type,
      role,
      domain: type === 'domain' ? permission.domain : undefined,
    })
  })
}

function toUser(google: GoogleState, email: string, me?: string) {
  const id = createHash('sha256').update(email).digest().readBigUInt64BE().toString().padStart(20, '0')
  const displayName = google.accounts.get(email)?.name ?? findPerson(email)?.name ?? email.replace(/@.*/, '')
  return omitUndefined({
    kind: 'drive#user',
    displayName,
    me: me === undefined ? undefined : email === me,
    permissionId: id,
    emailAddress: email,
  })
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString()
}
