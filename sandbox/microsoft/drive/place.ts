import { type FoundItem, findDrive, findItem } from './access.ts'
import type { DriveAddress } from './address.ts'
import { type DriveCall, failDrive } from './call.ts'
import type { Access, Drive } from './item.ts'
import { findShared } from './shares.ts'
import { findChild } from './store.ts'
import type { Place } from './write.ts'

/** Follows the path. A last name that does not exist is allowed where something new may be made. */
export function findPlace(
  call: DriveCall,
  { base, item, path }: DriveAddress,
  operation: { access: Access; mayBeNew?: boolean },
): Place {
  const start = findStart(call, base, item, operation.access)
  const place: Place = { ...start }
  for (const [index, name] of path.entries()) {
    const child = findChild(place.drive, place.item.id, name)
    if (child) {
      place.item = child
      continue
    }
    const isLast = index === path.length - 1
    if (!isLast || !operation.mayBeNew || place.item.content.kind !== 'folder') return failDrive(call, 'itemNotFound')
    place.name = name
  }
  if (place.name === undefined && path.length > 0) {
    call.reached.delete(`${start.drive.id}/${start.item.id}`)
    call.reached.add(`${place.drive.id}/${place.item.id}`)
    // A path that names a file which exists is a place for a new one, too: `conflictBehavior` decides.
    const parent = operation.mayBeNew && place.item.parentId !== undefined && place.drive.items.get(place.item.parentId)
    if (parent) return { ...place, item: parent, name: place.item.name }
  }
  return place
}

function findStart(call: DriveCall, base: DriveAddress['base'], item: DriveAddress['item'], access: Access): FoundItem {
  if (base.kind === 'share') {
    if (item?.kind === 'id') return failDrive(call, 'invalidRequest')
    return findShared(call, base.token, access)
  }
  const drive = requireDrive(call, base)
  return findItem(call, drive, item?.kind === 'id' ? item.id : drive.rootId, access)
}

export function requireDrive(call: DriveCall, base: DriveAddress['base']): Drive {
  if (base.kind === 'drive') return findDrive(call, base.id)
  return (
    call.microsoft.drives.driveOf(call.account.email) ?? failDrive(call, 'itemNotFound', "User's mysite not found.")
  )
}
