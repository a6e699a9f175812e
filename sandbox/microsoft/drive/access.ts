import type { MicrosoftAccount } from '../account.ts'
import { SCOPE } from '../oauth/scopes.ts'
import { type DriveCall, failDrive } from './call.ts'
import type { Access, Drive, DriveItem } from './item.ts'
import { permissionsOf } from './store.ts'

export interface FoundItem {
  drive: Drive
  item: DriveItem
  access: Access
}

interface ScopeTable {
  own: readonly string[]
  /** For items of other drives. */
  others: readonly string[]
}

const WRITE: ScopeTable = {
  own: [SCOPE.filesWrite, SCOPE.filesWriteAll, SCOPE.sitesWriteAll],
  others: [SCOPE.filesWriteAll, SCOPE.sitesWriteAll],
}
const READ: ScopeTable = {
  own: [SCOPE.files, SCOPE.filesAll, SCOPE.sitesAll, ...WRITE.own],
  others: [SCOPE.filesAll, SCOPE.sitesAll, ...WRITE.others],
}

/** The account's access by ownership, membership or permission; undefined if it has none. */
export function accessOf(drive: Drive, item: DriveItem, { email }: MicrosoftAccount): Access | undefined {
  if (drive.owner === email) return 'write'
  const all = permissionsOf(drive, item).filter((permission) => permission.email === email)
  const granted = [drive.members.get(email), ...all.map(({ access }) => access)]
  return granted.includes('write') ? 'write' : granted.find((access) => access !== undefined)
}

/** Fails unless the token's scopes reach this drive. */
export function requireScope(call: DriveCall, drive: Drive, access: Access): void {
  const table = access === 'write' ? WRITE : READ
  const accepted = drive.owner === call.account.email ? table.own : table.others
  if (!hasScope(call, accepted)) failDrive(call, 'accessDenied')
}

/** The scopes of SharePoint sites do not exist for personal accounts. */
export function hasScope({ scopes, account }: DriveCall, accepted: readonly string[]): boolean {
  return scopes.some((scope) => accepted.includes(scope) && !(account.personal && scope.startsWith('Sites.')))
}

export function findDrive(call: DriveCall, id: string): Drive {
  return call.microsoft.drives.all.get(id) ?? failDrive(call, 'itemNotFound')
}

/** Finds an item that the account may access in this way. */
export function findItem(call: DriveCall, drive: Drive, itemId: string, required: Access = 'read'): FoundItem {
  const item = drive.items.get(itemId)
  if (!item) return failDrive(call, 'itemNotFound')
  return requireAccess(call, { drive, item }, accessOf(drive, item, call.account), required)
}

/** `access`: what the account has, by whatever way. Adds the item to the log of the call. */
export function requireAccess(
  call: DriveCall,
  { drive, item }: Pick<FoundItem, 'drive' | 'item'>,
  access: Access | undefined,
  required: Access,
): FoundItem {
  requireScope(call, drive, required)
  if (access === undefined || (required === 'write' && access === 'read')) return failDrive(call, 'accessDenied')
  call.reached.add(`${drive.id}/${item.id}`)
  return { drive, item, access }
}
