import { WORD_TYPE } from '../../core/office/word-writer.ts'
import { WORKBOOK_TYPE } from '../../core/office/workbook.ts'
import type { GoogleDocument } from '../docs/document.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'

const APPS = 'application/vnd.google-apps.'

export const MIME = {
  document: `${APPS}document`,
  spreadsheet: `${APPS}spreadsheet`,
  presentation: `${APPS}presentation`,
  folder: `${APPS}folder`,
  shortcut: `${APPS}shortcut`,
  word: WORD_TYPE,
  excel: WORKBOOK_TYPE,
  pdf: 'application/pdf',
} as const

/** From the least to the most rights. The two last exist on shared drives only. */
export const ROLES = ['reader', 'commenter', 'writer', 'owner', 'fileOrganizer', 'organizer'] as const

export type Role = (typeof ROLES)[number]

export type Permission =
  | { type: 'user'; email: string; role: Role }
  | { type: 'domain'; domain: string; role: Role }
  | { type: 'anyone'; role: Role }

export interface ShortcutTarget {
  targetId: string
  targetMimeType: string
  targetResourceKey?: string
}

export type Content =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'document'; document: GoogleDocument }
  | { kind: 'spreadsheet'; spreadsheet: Spreadsheet }
  /** The text of each slide. */
  | { kind: 'presentation'; slides: string[] }
  | { kind: 'folder' }
  | { kind: 'shortcut'; target: ShortcutTarget }

export interface DriveFile {
  readonly id: string
  name: string
  readonly mimeType: string
  parents: string[]
  /** The address of the owner. Files of a shared drive have none. */
  readonly owner: string | undefined
  readonly driveId: string | undefined
  permissions: Permission[]
  content: Content
  /** Epoch ms. */
  readonly createdAt: number
  modifiedAt: number
  lastModifyingUser: string
  version: number
  trashed: boolean
  description: string | undefined
  /** Whoever has access through a link only needs this key, unless the file is in `viewedBy`. */
  readonly resourceKey: string | undefined
  readonly viewedBy: Set<string>
  /** The ids of the clients that created the file or with which the user opened it (scope drive.file). */
  readonly authorizedClients: Set<string>
  /** Whether Google Meet created the file (scope drive.meet.readonly). */
  readonly createdByMeet: boolean
  /** Whether readers and commenters may neither download nor copy the file. */
  copyRequiresWriterPermission: boolean
  /** The size that every export of the file is treated to have. */
  exportBytes: number | undefined
}

export function hasRole(role: Role | undefined, required: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(required)
}
