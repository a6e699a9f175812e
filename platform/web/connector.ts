import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { refused } from './errors.ts'
import { isPublicAddress } from './public-address.ts'
import { isAllowedHost } from './url-guard.ts'

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export const resolveWithSystem: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

export interface ConnectorOptions {
  resolve: Resolve
  allowedHosts: ReadonlySet<string>
  timeoutMs: number
}

/**
 * Opens connections to public addresses only. The very addresses that were checked are connected to, so a name that
 * resolves differently a moment later changes nothing; the address of the open connection is checked once more.
 */
export function createConnector({ resolve, allowedHosts, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const connectAnywhere = buildConnector({ timeout: timeoutMs, lookup: toLookup(resolve, () => true) } as Options)
  const connectPublic = buildConnector({ timeout: timeoutMs, lookup: toLookup(resolve, isPublicAddress) } as Options)
  return (options, callback) => {
    const { protocol, hostname, port } = options
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname
    if (isAllowedHost(new URL(`${protocol}//${host}${port ? `:${port}` : ''}`), allowedHosts)) {
      connectAnywhere(options, callback)
      return
    }
    connectPublic(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no connection'), null)
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused('its address is not public'), null)
    })
  }
}

type Options = NonNullable<Parameters<typeof buildConnector>[0]>

/** A lookup for node:net. It fails if any of the addresses is not acceptable: an honest name has no mixture. */
function toLookup(resolve: Resolve, isAcceptable: (address: string) => boolean): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname)
      .then((addresses) => {
        const [first] = addresses
        if (!first) throw new Error('the host has no address')
        if (!addresses.every(({ address }) => isAcceptable(address))) throw refused('its address is not public')
        if (options.all) (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
        else callback(null, first.address, first.family)
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, '', 0))
  }
}
