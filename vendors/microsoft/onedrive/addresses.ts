import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { holdSecret } from '../../../src/runtime/secret.ts'
import type { MicrosoftSettings } from '../settings.ts'

/**
 * Domains whose subdomains serve the content of files: SharePoint and OneDrive for work, personal OneDrive, and the
 * service that converts files.
 */
const CONTENT_DOMAINS = [
  'sharepoint.com',
  'onedrive.com',
  '1drv.com',
  'livefilestore.com',
  'microsoftpersonalcontent.com',
  'svc.ms',
]

/**
 * The address of content that Graph has named: of a download or an upload. It contains a token of its own, so it is secret,
 * and the access token must not be sent to it. With a configured origin, the origin takes the place of Microsoft's hosts.
 * Throws VendorError for any other host.
 */
export function toContentAddress(address: string | null | undefined, { origin }: MicrosoftSettings): URL {
  const url = address && URL.canParse(address) ? new URL(address) : undefined
  if (url) holdAddress(url)
  if (!url || url.username || url.password) throw foreignAddress(url)
  if (origin !== undefined && url.origin === origin) return url
  if (url.protocol !== 'https:' || url.port !== '' || !isContentHost(url.hostname)) throw foreignAddress(url)
  // Not changed otherwise: SharePoint refuses an address whose parameters are in another order.
  return origin === undefined ? url : new URL(`${origin}${url.pathname}${url.search}`)
}

function isContentHost(hostname: string): boolean {
  return CONTENT_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`))
}

function holdAddress({ href, pathname, search, searchParams }: URL): void {
  for (const secret of [href, `${pathname}${search}`, search, ...searchParams.values()]) holdSecret(secret)
}

function foreignAddress(url: URL | undefined): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Microsoft sent an unexpected address of a file.',
      next: 'The operator of the hub finds its host in the log.',
    },
    { at: 'api', status: 200, reasons: ['foreign-address'], cause: { host: url?.host } },
  )
}
