import { isIP } from 'node:net'
import { parseWebUrl } from '../../src/runtime/web-address.ts'
import { refused } from './errors.ts'
import { isPublicAddress } from './public-address.ts'

/** Longer addresses are not those of pages. A redirect may lead to one. */
const MAX_URL_LENGTH = 4_000
/** Ports of web servers; the default port of a scheme is the empty text. */
const PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443'])

/** Names that are never on the public internet: RFC 2606, 6761, 6762, 7686, 8375, 9476 and `.internal`. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|example|invalid|onion|alt)$/

/**
 * Parses the URL of a page to fetch, as pasted or as a redirect names it. Throws FetchFailure unless it is an http or https
 * URL, on a port of web servers, whose host is a name or a public IP address, or is allowed. The addresses of a name are
 * checked when the connection is opened.
 */
export function parseFetchUrl(text: string, allowedHosts: ReadonlySet<string>, base?: URL): URL {
  const url = parseWebUrl(URL.parse(text, base?.href)?.href)
  if (!url) throw refused('it is not an http or https URL')
  if (url.href.length > MAX_URL_LENGTH) throw refused(`it is longer than ${MAX_URL_LENGTH} characters`)
  if (url.username || url.password) throw refused('it contains a user name or a password')
  if (isAllowedHost(url, allowedHosts)) return url
  if (!PORTS.has(url.port)) throw refused('its port is not one of a web server')
  const host = hostOf(url)
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw refused('its address is not public')
    return url
  }
  if (!host.includes('.') || PRIVATE_NAME.test(host)) throw refused('its host is not public')
  return url
}

/** Whether an operator has allowed the host, on any port or on this one. */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return allowedHosts.has(url.hostname) || allowedHosts.has(`${url.hostname}:${port}`)
}

/** The host without the brackets of an IPv6 address and the dot that may end a name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
