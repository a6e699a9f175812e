import { SCOPE } from '../oauth/scopes.ts'
import { accessOf, type FoundItem, hasScope, requireAccess } from './access.ts'
import type { DriveCall } from './call.ts'
import { failDrive } from './call.ts'
import { type Access, admits, type Drive, type DriveItem, type SharingLink } from './item.ts'
import { guidOf, pathUrlOf, webUrlOf } from './item-json.ts'

export type Redemption = 'redeemSharingLink' | 'redeemSharingLinkIfNecessary'

/** The preference with which a request uses a sharing link, if it has one. */
export function parseRedemption(call: DriveCall): Redemption | undefined {
  const values = (call.request.headers.prefer ?? '').split(',').map((value) => value.trim())
  return (['redeemSharingLink', 'redeemSharingLinkIfNecessary'] as const).find((value) => values.includes(value))
}

/**
 * Finds the item of an encoded address (https://learn.microsoft.com/graph/api/shares-get). Who has no access yet must use
 * the link by a preference: `redeemSharingLink` grants access for good, `…IfNecessary` for this request only.
 */
export function findShared(call: DriveCall, token: string, required: Access): FoundItem {
  const { microsoft, account } = call
  requireSharesScope(call)
  const url = decodeToken(call, token)
  const link = findLink(call, url)
  const found = link ? findLinked(call, link) : findDirect(call, url)
  if (!found) return failDrive(call, 'itemNotFound')
  const { drive, item } = found
  const own = accessOf(drive, item, account)
  if (own || !link) return allow(call, found, own, required)
  if (link.revoked || !admits(link, drive.tenant, account)) return failDrive(call, 'sharingLinkGone')
  const redemption = parseRedemption(call)
  if (!redemption) return failDrive(call, 'sharingLinkGone')
  const result = allow(call, found, link.access, required)
  if (redemption === 'redeemSharingLink') {
    microsoft.drives.find(drive.id, item.id)?.permissions.push({ email: account.email, access: link.access })
  }
  return result
}

function requireSharesScope(call: DriveCall): void {
  const write = [SCOPE.filesWrite, SCOPE.filesWriteAll, SCOPE.sitesWriteAll]
  const any = [SCOPE.files, SCOPE.filesAll, SCOPE.sitesAll, ...write]
  if (!hasScope(call, call.microsoft.settings.sharesScopes === 'write' ? write : any)) failDrive(call, 'accessDenied')
}

function allow(
  call: DriveCall,
  found: Pick<FoundItem, 'drive' | 'item'>,
  access: Access | undefined,
  required: Access,
) {
  const isOwn = found.drive.owner === call.account.email
  if (isOwn || call.microsoft.settings.sharesOfOthers === 'all-scopes')
    return requireAccess(call, found, access, required)
  if (access === undefined || (required === 'write' && access === 'read')) return failDrive(call, 'accessDenied')
  call.reached.add(`${found.drive.id}/${found.item.id}`)
  return { ...found, access }
}

/** `u!` and the address in base64url without padding. */
function decodeToken(call: DriveCall, token: string): URL {
  const encoded = /^u!([A-Za-z0-9_-]+)$/.exec(token)?.[1]
  const text = Buffer.from(encoded ?? '', 'base64url').toString('utf8')
  const isCanonical = encoded !== undefined && Buffer.from(text).toString('base64url') === encoded
  if (!isCanonical || !URL.canParse(text)) return failDrive(call, 'invalidRequest', 'The sharing token is invalid.')
  const url = new URL(text)
  const isKnownHost =
    /(^|\.)sharepoint\.com$/.test(url.hostname) || ['1drv.ms', 'onedrive.live.com'].includes(url.hostname)
  if (url.protocol !== 'https:' || !isKnownHost) return failDrive(call, 'itemNotFound')
  return url
}

/** The part after `?` of a sharing link does not matter. */
function findLink({ microsoft }: DriveCall, url: URL): SharingLink | undefined {
  return microsoft.drives.links.find((link) => {
    const { host, pathname } = new URL(link.url)
    return host === url.host && pathname === url.pathname
  })
}

function findLinked({ microsoft }: DriveCall, { driveId, itemId }: SharingLink) {
  const drive = microsoft.drives.all.get(driveId)
  const item = drive?.items.get(itemId)
  return drive && item && { drive, item }
}

/** An address that is no sharing link: that of the editor, or of the file itself, also with the marker `/:w:/r/`. */
function findDirect({ microsoft }: DriveCall, url: URL): Pick<FoundItem, 'drive' | 'item'> | undefined {
  if (microsoft.settings.directLinks === 'refused') return undefined
  for (const drive of microsoft.drives.all.values()) {
    const item = [...drive.items.values()].find((candidate) => isAddressOf(drive, candidate, url))
    if (item) return { drive, item }
  }
  return undefined
}

function isAddressOf(drive: Drive, item: DriveItem, url: URL): boolean {
  const source = url.searchParams.get('sourcedoc')
  if (source !== null) return source.toUpperCase() === `{${guidOf(item)}}` && new URL(drive.webUrl).host === url.host
  if (url.searchParams.has('id')) return webUrlOf(drive, item) === url.href
  const direct = new URL(pathUrlOf(drive, item))
  return direct.host === url.host && direct.pathname === url.pathname.replace(/^\/:\w:\/r(?=\/)/, '')
}
