import { type HttpRequest, parseJson } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { odataContext } from '../api/odata-context.ts'
import { graphHeaders, graphResponse } from '../api/responses.ts'
import type { FoundItem } from './access.ts'
import { findDrive, findItem } from './access.ts'
import { type DriveCall, failDrive } from './call.ts'
import type { Drive, DriveItem, ItemContent, SharingLink } from './item.ts'
import { formatETag } from './item-json.ts'
import { type ConflictBehavior, checkName, parseBehavior, resolveName } from './names.ts'
import { addLink, createItem, mimeTypeOf, saveItem } from './new-item.ts'
import { respondItem } from './read.ts'
import { childrenOf, createItemId } from './store.ts'

export const CONFLICT = '@microsoft.graph.conflictBehavior'

/** A place for a file: an item that exists, or a name in a folder. */
export type Place = FoundItem & { name?: string }

export function parseBody(call: DriveCall): Record<string, unknown> {
  try {
    const text = call.request.body.toString('utf8')
    const body = text === '' ? {} : parseJson(call.request)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Handled below.
  }
  return failDrive(call, 'invalidRequest', 'Unable to read JSON request payload.')
}

/** Fails if someone has the item open, or if it is not the version that If-Match names. */
export function requireUnchanged(call: DriveCall, item: DriveItem, request: HttpRequest = call.request): void {
  const expected = request.headers['if-match']
  if (expected !== undefined && expected !== '*' && expected !== formatETag(item)) failDrive(call, 'resourceModified')
  if (item.locked) failDrive(call, 'resourceLocked')
}

export function requireStorage(call: DriveCall, drive: Drive, bytes: number): void {
  const sizes = [...drive.items.values()].map(({ content }) => (content.kind === 'file' ? content.bytes.length : 0))
  const used = sizes.reduce((sum, size) => sum + size, 0)
  if (drive.isFull || used + bytes > call.microsoft.settings.driveStorageBytes) failDrive(call, 'quotaLimitReached')
}

/** PUT …/content: creates a file, or replaces its content. */
export function putContent(call: DriveCall, place: Place): HttpResponse {
  const { request, microsoft } = call
  if (request.body.length > microsoft.settings.simpleUploadBytes) return failDrive(call, 'maxFileSizeExceeded')
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) return failDrive(call, 'notSupported')
  const behavior = parseBehavior(call, request.url.searchParams.get(CONFLICT), 'replace')
  const { item, isNew } = saveContent(call, place, request.body, behavior)
  return respondItem(call, { ...place, item }, isNew ? 201 : 200)
}

/** Saves an upload. Fails if there is no space, the name exists, or the file is open. */
export function saveContent(
  call: DriveCall,
  { drive, item, name }: Place,
  bytes: Buffer,
  behavior: ConflictBehavior,
): { item: DriveItem; isNew: boolean } {
  requireStorage(call, drive, bytes.length)
  if (name === undefined) {
    if (item.content.kind !== 'file') return failDrive(call, 'invalidRequest', 'The item is not a file.')
    return { item: replaceContent(call, item, bytes), isNew: false }
  }
  checkName(call, name)
  const resolved = resolveName(call, drive, item, name, behavior)
  if (resolved.replaced) {
    if (resolved.replaced.content.kind !== 'file') return failDrive(call, 'nameAlreadyExists')
    return { item: replaceContent(call, resolved.replaced, bytes), isNew: false }
  }
  const content: ItemContent = { kind: 'file', bytes: Buffer.from(bytes), mimeType: mimeTypeOf(resolved.name) }
  return { item: addTo(call, drive, item, resolved.name, content), isNew: true }
}

function replaceContent(call: DriveCall, item: DriveItem, bytes: Buffer): DriveItem {
  requireUnchanged(call, item)
  item.content = { kind: 'file', bytes: Buffer.from(bytes), mimeType: mimeTypeOf(item.name) }
  return touch(call, item)
}

function touch(call: DriveCall, item: DriveItem): DriveItem {
  item.version += 1
  item.modifiedAt = call.microsoft.clock.now()
  item.lastModifiedBy = call.account.email
  call.reached.add(`${item.driveId}/${item.id}`)
  return item
}

/** Adds an item to a folder. */
export function addTo(call: DriveCall, drive: Drive, parent: DriveItem, name: string, content: ItemContent): DriveItem {
  const { microsoft, account } = call
  const id = createItemId(drive, microsoft.drives.nextName())
  const now = microsoft.clock.now()
  const item = createItem({ id, drive, parentId: parent.id, name, content, author: account.email, now })
  call.reached.add(`${drive.id}/${id}`)
  return saveItem(drive, item)
}

/** POST …/children: creates a folder. */
export function createFolder(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const body = parseBody(call)
  checkName(call, body.name)
  if (item.content.kind !== 'folder' || typeof body.folder !== 'object') return failDrive(call, 'invalidRequest')
  const { name } = resolveName(call, drive, item, body.name, parseBehavior(call, body[CONFLICT], 'fail'))
  return respondItem(call, { drive, access: 'write', item: addTo(call, drive, item, name, { kind: 'folder' }) }, 201)
}

/** PATCH: a new name or folder. */
export function updateItem(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const { name = item.name, parentReference } = parseBody(call)
  checkName(call, name)
  requireUnchanged(call, item)
  const reference = (parentReference ?? {}) as { driveId?: string; id?: string }
  if (reference.driveId !== undefined && findDrive(call, reference.driveId) !== drive)
    return failDrive(call, 'notSupported')
  const parent = findItem(call, drive, reference.id ?? item.parentId ?? drive.rootId, 'write').item
  const clash = childrenOf(drive, parent.id).some(
    (child) => child !== item && child.name.toLowerCase() === name.toLowerCase(),
  )
  if (clash) return failDrive(call, 'nameAlreadyExists')
  Object.assign(item, { name, parentId: item.parentId === undefined ? undefined : parent.id })
  return respondItem(call, { drive, access: 'write', item: touch(call, item) })
}

/** DELETE: moves the item, and what is below it, to the recycle bin. */
export function deleteItem(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  if (item.parentId === undefined) return failDrive(call, 'accessDenied')
  requireUnchanged(call, item)
  const remove = (removed: DriveItem) => {
    for (const child of childrenOf(drive, removed.id)) remove(child)
    drive.items.delete(removed.id)
    drive.recycleBin.push(removed)
  }
  remove(item)
  return { status: 204, headers: graphHeaders(call.request), body: '' }
}

/** POST …/createLink */
export function createLink(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const { microsoft } = call
  const { type, scope = drive.driveType === 'personal' ? 'anonymous' : 'organization' } = parseBody(call)
  const isScope = scope === 'anonymous' || scope === 'organization' || scope === 'users'
  if (!isScope || !['view', 'edit', 'embed'].includes(String(type))) return failDrive(call, 'invalidRequest')
  if (drive.driveType !== 'personal' && type === 'embed') return failDrive(call, 'notSupported')
  if (drive.driveType === 'personal' && scope === 'organization') return failDrive(call, 'notSupported')
  if (scope === 'anonymous' && microsoft.settings.anonymousLinks === 'disabled') return failDrive(call, 'accessDenied')
  const access = type === 'edit' ? 'write' : 'read'
  const isSame = (link: SharingLink) =>
    link.itemId === item.id &&
    link.driveId === drive.id &&
    link.scope === scope &&
    link.access === access &&
    !link.revoked
  const existing = microsoft.drives.links.find(isSame)
  const link = existing ?? addLink(microsoft.drives, drive, item, { scope, access })
  const body = {
    ...odataContext('permission'),
    id: link.id,
    roles: [access],
    link: { type, scope, webUrl: link.url, preventsDownload: false },
  }
  return { ...graphResponse(body, call.request), status: existing ? 200 : 201 }
}
