import { createHash } from 'node:crypto'
import type { Access, Drive, DriveItem, ItemContent, ItemPermission, SharingLink } from './item.ts'
import { createItemId, type Drives, findChild } from './store.ts'

const MIME_TYPES: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
}

export function mimeTypeOf(name: string): string {
  return MIME_TYPES[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

export interface NewDrive {
  driveType: Drive['driveType']
  name?: string
  /** Undefined for a document library. */
  owner?: string
  tenant: string
  members?: Readonly<Record<string, Access>>
  webUrl: string
  siteId?: string
}

export function addDrive(
  drives: Drives,
  { driveType, owner, tenant, members = {}, webUrl, siteId, name }: NewDrive,
): Drive {
  const hash = createHash('sha256').update(webUrl).digest()
  const id =
    driveType === 'personal' ? hash.toString('hex').slice(0, 16).toUpperCase() : `b!${hash.toString('base64url')}Aa`
  const rootId = createItemId({ id, driveType }, 'root')
  const drive: Drive = {
    id,
    driveType,
    name: name ?? 'OneDrive',
    owner,
    tenant,
    members: new Map(Object.entries(members)),
    webUrl,
    siteId,
    rootId,
    items: new Map(),
    recycleBin: [],
    isFull: false,
  }
  const author = owner ?? Object.keys(members)[0] ?? ''
  const root = createItem({
    id: rootId,
    drive,
    parentId: undefined,
    name: 'root',
    content: { kind: 'folder' },
    author,
    now: 0,
  })
  drive.items.set(rootId, root)
  drives.all.set(id, drive)
  return drive
}

/** An item that is added without a request. Folders on the way to it are created. */
export interface NewItem {
  /** `Contracts/Framework contract.docx`, relative to the root. */
  path: string
  /** The content of a file; without it, the item is a folder. */
  bytes?: Uint8Array
  mimeType?: string
  /** A OneNote notebook. */
  isPackage?: boolean
  /** An item of another drive: `<driveId>/<itemId>`. */
  remote?: string
  permissions?: readonly ItemPermission[]
  locked?: boolean
  /** The address of the author; the owner by default. */
  author?: string
  /** Epoch ms. */
  createdAt?: number
  modifiedAt?: number
}

export function addItem(drives: Drives, drive: Drive, item: NewItem, now: number): DriveItem {
  const names = item.path.split('/')
  const name = names.pop() ?? ''
  const author = item.author ?? drive.owner ?? [...drive.members.keys()][0] ?? ''
  const createdAt = item.createdAt ?? now
  const base = { drive, author, now: createdAt }
  const parent = names.reduce((folder, folderName) => {
    const id = createItemId(drive, `${folder.id} ${folderName}`)
    const created = createItem({ ...base, id, parentId: folder.id, name: folderName, content: { kind: 'folder' } })
    return findChild(drive, folder.id, folderName) ?? saveItem(drive, created)
  }, drive.items.get(drive.rootId) as DriveItem)
  const id = createItemId(drive, drives.nextName())
  const added = createItem({ ...base, id, parentId: parent.id, name, content: toContent(item, name) })
  added.modifiedAt = item.modifiedAt ?? createdAt
  added.permissions = [...(item.permissions ?? [])]
  added.locked = item.locked ?? false
  return saveItem(drive, added)
}

function toContent({ bytes, mimeType, isPackage, remote }: NewItem, name: string): ItemContent {
  if (bytes) return { kind: 'file', bytes: Buffer.from(bytes), mimeType: mimeType ?? mimeTypeOf(name) }
  if (isPackage) return { kind: 'package' }
  const slash = remote?.indexOf('/') ?? -1
  if (remote === undefined || slash < 0) return { kind: 'folder' }
  return { kind: 'remote', driveId: remote.slice(0, slash), itemId: remote.slice(slash + 1) }
}

export interface ItemInit {
  id: string
  drive: Drive
  parentId: string | undefined
  name: string
  content: ItemContent
  author: string
  now: number
}

export function createItem({ id, drive, parentId, name, content, author, now }: ItemInit): DriveItem {
  const times = { createdAt: now, modifiedAt: now }
  const people = { createdBy: author, lastModifiedBy: author }
  return {
    id,
    driveId: drive.id,
    parentId,
    name,
    content,
    ...people,
    ...times,
    version: 1,
    permissions: [],
    locked: false,
  }
}

export function saveItem(drive: Drive, item: DriveItem): DriveItem {
  drive.items.set(item.id, item)
  return item
}

const LETTERS: readonly [RegExp, string][] = [
  [/\.docx?$/i, 'w'],
  [/\.xlsx?$/i, 'x'],
  [/\.pptx?$/i, 'p'],
  [/\.pdf$/i, 'b'],
  [/\.txt$/i, 't'],
]

/** Creates a sharing link of the form that the drive's kind has. Returns the existing link if there is such a one. */
export function addLink(
  drives: Drives,
  drive: Drive,
  item: DriveItem,
  { scope, access = 'read', users = [] }: { scope: SharingLink['scope']; access?: Access; users?: readonly string[] },
): SharingLink {
  const hash = createHash('sha256').update(`${drive.id} ${item.id} ${scope} ${access} ${users}`).digest('base64url')
  const letter =
    item.content.kind === 'folder' ? 'f' : (LETTERS.find(([pattern]) => pattern.test(item.name))?.[1] ?? 'u')
  const site = new URL(drive.webUrl)
  const [, kind = 'sites', name = ''] = site.pathname.split('/')
  const path = `:${letter}:/${kind === 'personal' ? `g/personal/${name}` : `s/${name}`}/E${hash.slice(0, 40)}?e=${hash.slice(0, 6)}`
  const url =
    drive.driveType === 'personal' ? `https://1drv.ms/${letter}/s!A${hash.slice(0, 24)}` : `${site.origin}/${path}`
  const existing = drives.links.find((link) => link.url === url)
  if (existing) return existing
  const id = Buffer.from(hash.slice(0, 12)).toString('base64url')
  const link: SharingLink = { id, url, driveId: drive.id, itemId: item.id, access, scope, users, revoked: false }
  drives.links.push(link)
  return link
}
