import { paragraph } from '../../core/office/rich-text.ts'
import { createDocument, type NewTab } from '../docs/document.ts'
import { createSpreadsheet, type NewSheets } from '../sheets/spreadsheet.ts'
import { type Content, type DriveFile, MIME, type Permission } from './file.ts'
import type { Drive } from './store.ts'

/** A file that is added without a request. Exactly one of the members that give its content may be present. */
export interface NewDriveFile {
  name: string
  id?: string
  /** The ids of its folders; My Drive, or the shared drive, by default. */
  parents?: readonly string[]
  /** A Google document with one paragraph per line. */
  text?: string
  /** A Google document with these tabs. */
  tabs?: readonly NewTab[]
  /** A Google spreadsheet. */
  sheets?: NewSheets
  /** A Google presentation: the text of each slide. */
  slides?: readonly string[]
  /** A file with content of its own. */
  bytes?: Uint8Array
  /** The type of `bytes`. */
  mimeType?: string
  folder?: boolean
  /** The id of the file that a shortcut leads to. */
  shortcutTo?: string
  permissions?: readonly Permission[]
  /** The id of the shared drive that the file belongs to. */
  driveId?: string
  resourceKey?: string
  trashed?: boolean
  description?: string
  createdByMeet?: boolean
  copyRequiresWriterPermission?: boolean
  /** The size that every export of the file is treated to have. */
  exportBytes?: number
  /** The ids of the clients that the scope drive.file lets reach the file. */
  authorizedClients?: readonly string[]
  /** Epoch ms. */
  createdAt?: number
  modifiedAt?: number
}

/** Adds a file. Its owner is the account, unless it belongs to a shared drive. */
export function addFile(drive: Drive, email: string, file: NewDriveFile, now: number): DriveFile {
  const { id = drive.createId(), name, driveId, createdAt = now, modifiedAt = createdAt } = file
  const content = createContent(drive, file)
  const added: DriveFile = {
    id,
    name,
    mimeType: mimeTypeOf(content, file.mimeType),
    parents: [...(file.parents ?? [driveId ?? drive.rootOf(email)])],
    owner: driveId === undefined ? email : undefined,
    driveId,
    permissions: [...(file.permissions ?? [])],
    content,
    createdAt,
    modifiedAt,
    lastModifyingUser: email,
    version: 1,
    trashed: file.trashed ?? false,
    description: file.description,
    resourceKey: file.resourceKey,
    viewedBy: new Set(),
    authorizedClients: new Set(file.authorizedClients),
    createdByMeet: file.createdByMeet ?? false,
    copyRequiresWriterPermission: file.copyRequiresWriterPermission ?? false,
    exportBytes: file.exportBytes,
  }
  drive.files.set(id, added)
  return added
}

function createContent(drive: Drive, file: NewDriveFile): Content {
  const { tabs, text, sheets, slides, bytes, folder, shortcutTo } = file
  if (folder) return { kind: 'folder' }
  if (bytes) return { kind: 'bytes', bytes: Buffer.from(bytes) }
  if (sheets) return { kind: 'spreadsheet', spreadsheet: createSpreadsheet(sheets) }
  if (slides) return { kind: 'presentation', slides: [...slides] }
  if (shortcutTo !== undefined) return { kind: 'shortcut', target: toTarget(drive, shortcutTo) }
  const body = (text ?? '').split('\n').map((line) => paragraph(line))
  return { kind: 'document', document: createDocument(tabs ?? [{ title: 'Tab 1', body }]) }
}

/** A shortcut keeps the type and key of its target even after the target is gone. */
function toTarget(drive: Drive, targetId: string) {
  const target = drive.files.get(targetId)
  const targetMimeType = target?.mimeType ?? MIME.document
  if (target?.resourceKey === undefined) return { targetId, targetMimeType }
  return { targetId, targetMimeType, targetResourceKey: target.resourceKey }
}

function mimeTypeOf(content: Content, mimeType = 'application/octet-stream'): string {
  return content.kind === 'bytes' ? mimeType : MIME[content.kind]
}
