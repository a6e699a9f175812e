import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All IPv6 addresses that are assigned to the public internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet. Addresses that lead to an IPv4 address inside (NAT64, 6to4, Teredo and
 * the like) are not, whatever it is; only a mapped one is judged by it, because it is the same address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}
