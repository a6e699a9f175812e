import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The hosts that a vendor's per-tenant URL may name. Tokens are sent to them, so no other host is ever contacted. */
export interface HostRule {
  /** Every subdomain of these domains belongs to the vendor. */
  domains: readonly string[]
  /** The origin of a mock server. If it is set, no other origin is trusted. */
  origin?: string | undefined
}

/**
 * The origin of a URL from a request, if the rule allows it: https on the default port, a host name instead of an IP
 * address, no user name, and no path, query or fragment. Undefined otherwise.
 */
export function toTrustedOrigin(address: string | undefined, rule: HostRule): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') return undefined
  if (rule.origin !== undefined) return url.origin === rule.origin ? url.origin : undefined
  if (url.protocol !== 'https:' || url.port !== '' || ipaddr.isValid(url.hostname)) return undefined
  return rule.domains.some((domain) => url.hostname.endsWith(`.${domain}`)) ? url.origin : undefined
}

/**
 * A `lookup` function for sockets that fails if any address of the host is not on the public internet: loopback, private,
 * link-local, carrier-grade NAT, IPv4-mapped and so on. The socket connects to the address that was checked, which
 * prevents DNS rebinding.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const failure = error ?? rejection(hostname, addresses)
    const [first] = addresses ?? []
    if (failure || !first) return callback(failure ?? notFound(hostname), '', 4)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

function rejection(hostname: string, addresses: readonly LookupAddress[]): NodeJS.ErrnoException | undefined {
  if (addresses.every(({ address }) => isPublicAddress(address))) return undefined
  return Object.assign(new Error(`${hostname} is not a host on the public internet`), { code: 'EADDRNOTAVAIL' })
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

/** Whether an IP address is on the public internet: in none of the special ranges of RFC 6890, IPv4-mapped included. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
