import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { empty, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { MicrosoftState } from '../state.ts'
import type { Access, Drive, DriveItem, SharingLink } from './item.ts'
import { webUrlOf } from './item-json.ts'
import type { NewItem } from './new-item.ts'
import { pathOf } from './store.ts'
import { createDriveTestAccess, type FileCallFilter } from './test-access.ts'

/** The control routes of OneDrive under `/_sandbox/`. A body or query names a drive by `account` or `library`. */
export function createDriveControls(microsoft: MicrosoftState): Route[] {
  const { drives } = microsoft
  const access = createDriveTestAccess(microsoft)
  const driveOf = ({ account, library }: Record<string, unknown>) =>
    library === undefined ? access.driveOf(String(account)) : access.library(String(library))
  const requireItem = (drive: Drive, path: unknown) =>
    drive.items.get(access.readItem(drive, String(path)).id) as DriveItem
  return [
    controlRoute('GET', 'items', ({ url }) => {
      const drive = driveOf(Object.fromEntries(url.searchParams))
      return json([...drive.items.values()].map((item) => toSummary(drive, item)))
    }),
    controlRoute('POST', 'items', (request) => {
      const { item, ...place } = parseJsonObject(request)
      const drive = driveOf(place)
      return json(toSummary(drive, access.addItem(drive, parseNewItem(item))), 201)
    }),
    controlRoute('PATCH', 'items', (request) => {
      const { path, locked, ...place } = parseJsonObject(request)
      const drive = driveOf(place)
      const item = requireItem(drive, path)
      item.locked = Boolean(locked)
      return json(toSummary(drive, item))
    }),
    controlRoute('PATCH', 'drives', (request) => {
      const { full, ...place } = parseJsonObject(request)
      const drive = driveOf(place)
      drive.isFull = Boolean(full)
      return json({ id: drive.id, full: drive.isFull })
    }),
    controlRoute('GET', 'recycle-bin', ({ url }) => {
      const drive = driveOf(Object.fromEntries(url.searchParams))
      return json(drive.recycleBin.map(({ id, name }) => ({ id, name })))
    }),
    controlRoute('GET', 'links', () => json(drives.links)),
    controlRoute('POST', 'links', (request) => {
      const { path, scope, access: granted = 'read', users = [], ...place } = parseJsonObject(request)
      const item = requireItem(driveOf(place), path)
      const link = { scope: scope as SharingLink['scope'], access: granted as Access, users: users as string[] }
      return json(access.shareItem(item, link), 201)
    }),
    controlRoute('DELETE', 'links/:id', ({ params }) => {
      const link = drives.links.find(({ id }) => id === params.id)
      if (link) link.revoked = true
      return link ? empty() : json({ error: 'No such link' }, 404)
    }),
    controlRoute('GET', 'items/calls', ({ url }) =>
      json(access.fileCalls(Object.fromEntries(url.searchParams) as FileCallFilter)),
    ),
    controlRoute('DELETE', 'items/calls', () => {
      drives.calls = []
      return empty()
    }),
  ]
}

function toSummary(drive: Drive, item: DriveItem): object {
  const { id, driveId, name, content, locked, version } = item
  return {
    id,
    driveId,
    path: pathOf(drive, item).slice(1),
    name,
    kind: content.kind,
    locked,
    version,
    webUrl: webUrlOf(drive, item),
  }
}

/** In JSON, bytes are base64. */
function parseNewItem(value: unknown): NewItem {
  const { base64, ...item } = value as NewItem & { base64?: string }
  return base64 === undefined ? item : { ...item, bytes: Buffer.from(base64, 'base64') }
}
