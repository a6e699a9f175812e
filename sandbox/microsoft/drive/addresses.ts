import type { Target } from './call.ts'
import type { DriveItem } from './item.ts'

/** The host of the addresses that need no token. */
const VENDOR_ORIGIN = 'https://meridian.sharepoint.com'

/** Where these paths are: on the sandbox's own origin, or on a host of the vendor's (`settings.driveAddresses`). */
export function toTokenlessUrl({ microsoft, request }: Target, path: string): string {
  const origin = microsoft.settings.driveAddresses === 'vendor' ? VENDOR_ORIGIN : request.url.origin
  return origin + path
}

const DOWNLOAD_LIFETIME_MS = 5 * 60_000

/** What an address with `tempauth` gives. */
export interface DownloadTicket {
  kind: 'download'
  driveId: string
  itemId: string
  format: 'original' | 'pdf'
  /** Epoch ms. */
  expiresAt: number
}

/** The address of a file's bytes, valid for five minutes. It takes no token. */
export function createDownloadUrl(
  target: Target,
  item: DriveItem,
  format: DownloadTicket['format'] = 'original',
): string {
  const { drives, clock } = target.microsoft
  const { driveId, id: itemId } = item
  const ticket: DownloadTicket = {
    kind: 'download',
    driveId,
    itemId,
    format,
    expiresAt: clock.now() + DOWNLOAD_LIFETIME_MS,
  }
  const query = new URLSearchParams({ UniqueId: itemId, Translate: 'false', tempauth: drives.tickets.encode(ticket) })
  return toTokenlessUrl(target, `/_layouts/15/download.aspx?${query}&ApiVersion=2.0`)
}
