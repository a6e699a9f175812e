import type { HttpRequest } from '../../core/http/request.ts'
import { type Mask, parseFields, selectFields } from '../api/field-mask.ts'
import { failInvalid } from './failures.ts'

const USER = names('kind displayName photoLink me permissionId emailAddress')
const CAPABILITIES = names(
  'canAcceptOwnership canAddChildren canAddFolderFromAnotherDrive canAddMyDriveParent canChangeCopyRequiresWriterPermission ' +
    'canComment canCopy canDelete canDeleteChildren canDownload canEdit canListChildren canModifyContent canMoveChildrenWithinDrive ' +
    'canMoveItemIntoTeamDrive canMoveItemOutOfDrive canMoveItemWithinDrive canReadDrive canReadRevisions canRemoveChildren ' +
    'canRemoveMyDriveParent canRename canShare canTrash canTrashChildren canUntrash',
)
const PERMISSIONS = names('kind id type emailAddress domain role displayName photoLink deleted pendingOwner')

/** The fields of a file (https://developers.google.com/workspace/drive/api/reference/rest/v3/files), as far as a mask may name them. */
const FILE: Fields = {
  ...names(
    'kind id name mimeType description starred trashed explicitlyTrashed parents properties appProperties spaces version ' +
      'webContentLink webViewLink iconLink hasThumbnail thumbnailLink thumbnailVersion viewedByMe viewedByMeTime createdTime ' +
      'modifiedTime modifiedByMe modifiedByMeTime sharedWithMeTime trashedTime shared ownedByMe driveId teamDriveId ' +
      'viewersCanCopyContent copyRequiresWriterPermission writersCanShare permissionIds hasAugmentedPermissions ' +
      'folderColorRgb originalFilename fullFileExtension fileExtension md5Checksum sha1Checksum sha256Checksum size ' +
      'quotaBytesUsed headRevisionId exportLinks isAppAuthorized resourceKey contentHints imageMediaMetadata ' +
      'videoMediaMetadata contentRestrictions labelInfo linkShareMetadata downloadRestrictions inheritedPermissionsDisabled',
  ),
  owners: USER,
  lastModifyingUser: USER,
  sharingUser: USER,
  trashingUser: USER,
  capabilities: CAPABILITIES,
  permissions: PERMISSIONS,
  shortcutDetails: names('targetId targetMimeType targetResourceKey'),
}

interface Fields {
  readonly [name: string]: Fields
}

function names(list: string): Fields {
  return Object.fromEntries(list.split(' ').map((name) => [name, {}]))
}

/** Without `fields`, a response has these four fields only. */
const DEFAULT_FIELDS = 'kind,id,name,mimeType'

/** Applies `fields` to a file. Fails with 400 for an unknown field. */
export function selectFileFields(request: HttpRequest, file: object): unknown {
  const fields = request.url.searchParams.get('fields') || DEFAULT_FIELDS
  const location = { reason: 'invalidParameter', location: 'fields' }
  let mask: Mask
  try {
    mask = parseFields(fields)
  } catch (error) {
    return failInvalid(request, (error as Error).message, location)
  }
  const unknown = findUnknown(mask, FILE)
  if (unknown !== undefined) failInvalid(request, `Invalid field selection ${unknown}`, location)
  return selectFields(file, fields)
}

function findUnknown(mask: Mask, fields: Fields): string | undefined {
  for (const [name, inner] of mask) {
    if (name === '*') continue
    const members = fields[name]
    if (members === undefined) return name
    if (Object.keys(members).length === 0) continue
    const unknown = findUnknown(inner, members)
    if (unknown !== undefined) return unknown
  }
  return undefined
}
