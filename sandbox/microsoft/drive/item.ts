import type { MicrosoftAccount } from '../account.ts'

export type Access = 'read' | 'write'

/** Access to an item and everything below it. */
export interface ItemPermission {
  email: string
  access: Access
}

export type ItemContent =
  | { kind: 'file'; bytes: Buffer; mimeType: string }
  | { kind: 'folder' }
  /** A OneNote notebook, which is neither a file nor a folder. */
  | { kind: 'package' }
  /** An item of another drive. */
  | { kind: 'remote'; driveId: string; itemId: string }

export interface DriveItem {
  readonly id: string
  readonly driveId: string
  /** Undefined for the root. */
  parentId: string | undefined
  name: string
  content: ItemContent
  readonly createdBy: string
  lastModifiedBy: string
  /** Epoch ms. */
  readonly createdAt: number
  modifiedAt: number
  /** Increases with every change. */
  version: number
  permissions: ItemPermission[]
  /** Whether someone has the file open or checked out. */
  locked: boolean
}

export interface Drive {
  readonly id: string
  readonly driveType: 'business' | 'personal' | 'documentLibrary'
  readonly name: string
  /** The address of the owner. A document library has none. */
  readonly owner: string | undefined
  /** The tenant that holds it. */
  readonly tenant: string
  /** The members of a document library. */
  readonly members: ReadonlyMap<string, Access>
  /** Where its files are, without a slash at the end: `https://meridian-my.sharepoint.com/personal/ada_meridian_example/Documents`. */
  readonly webUrl: string
  readonly siteId: string | undefined
  readonly rootId: string
  /** By id, which is case-sensitive. */
  readonly items: Map<string, DriveItem>
  /** What was deleted. */
  readonly recycleBin: DriveItem[]
  isFull: boolean
}

/** A link by which an item is shared. */
export interface SharingLink {
  readonly id: string
  readonly url: string
  readonly driveId: string
  readonly itemId: string
  readonly access: Access
  readonly scope: 'anonymous' | 'organization' | 'users'
  /** Those whom a link of the scope `users` admits. */
  readonly users: readonly string[]
  revoked: boolean
}

/** Whether a sharing link admits this account. */
export function admits(link: SharingLink, tenant: string, account: MicrosoftAccount): boolean {
  if (link.scope === 'anonymous') return true
  return link.scope === 'organization' ? account.tenant === tenant : link.users.includes(account.email)
}
