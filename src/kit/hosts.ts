import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which hosts a vendor's per-tenant address may name. Tokens are sent there, so nothing else is ever contacted. */
export interface HostRule {
  /** A host below one of these domains is the vendor's. */
  domains: readonly string[]
  /** A stand-in for the vendor: when there is one, no other host will do. */
  origin?: string | undefined
}

/**
 * The origin of an address that came with a request, when the rule allows it: https on the usual port, a name and no
 * IP address, no user name, nothing behind the host. Undefined otherwise.
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
 * Resolves a name for a connection and refuses it when any of its addresses is not of the public internet: loopback,
 * private, link-local, carrier-grade NAT, mapped and so on. Given to the socket itself, so that the address which was
 * looked at is the one connected to, and a name that changes its mind (DNS rebinding) gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const failure = error ?? refusal(hostname, found)
    const [first] = found ?? []
    if (failure || !first) return callback(failure ?? notFound(hostname), '', 4)
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}

function refusal(hostname: string, found: readonly LookupAddress[]): NodeJS.ErrnoException | undefined {
  if (found.every(({ address }) => isPublicAddress(address))) return undefined
  return Object.assign(new Error(`${hostname} is no host of the public internet`), { code: 'EADDRNOTAVAIL' })
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

/** Whether an IP address belongs to the public internet (the ranges of RFC 6890, IPv4 inside IPv6 included). */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
