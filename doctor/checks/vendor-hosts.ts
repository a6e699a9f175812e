import type { Config } from '../../src/config.ts'
import type { Vendor } from '../../src/kit/application.ts'
import { Secret } from '../../src/runtime/secret.ts'
import type { Reporter } from '../finding.ts'
import { type Reply, request } from '../requests.ts'

/** The hosts that requests of a vendor go to first, by the name of the vendor. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  google: ['https://accounts.google.com', 'https://oauth2.googleapis.com', 'https://www.googleapis.com'],
  microsoft: ['https://login.microsoftonline.com', 'https://graph.microsoft.com'],
}

/**
 * The origins that a configured vendor is called at: its own origin if one is set, as with a sandbox; else the known hosts,
 * and those of its variables that are URLs.
 */
function vendorOrigins(name: string, variables: readonly { kind?: string; value: unknown }[]): readonly string[] {
  const values = (kind: string) => variables.flatMap((each) => (each.kind === kind ? [String(each.value)] : []))
  const [own] = values('origin')
  if (own !== undefined) return [own]
  return [...new Set([...(HOSTS[name] ?? []), ...values('url').map((url) => new URL(url).origin)])]
}

/** Whether the hosts of a configured vendor can be reached. */
export function checkVendor(report: Reporter, vendor: Vendor, config: Config): Promise<Reply>[] {
  const { settings, missing } = config.vendors[vendor.name] ?? { settings: {}, missing: ['all'] }
  if (missing.length > 0) return []
  const variables = Object.entries(vendor.variables).flatMap(([name, { kind }]) => {
    const value = settings[name]
    return value === undefined || value instanceof Secret ? [] : [{ ...(kind ? { kind } : {}), value }]
  })
  return vendorOrigins(vendor.name, variables).map(async (origin) => {
    const reply = await request(origin, { method: 'HEAD' })
    const { host } = new URL(origin)
    if ('problem' in reply) {
      report.error(
        vendor.name,
        `${host} cannot be reached: ${reply.problem}`,
        'Open the firewall or the proxy of the hub for https to this host.',
      )
    } else report.ok(vendor.name, `${host} responds in ${reply.tookMs} ms`)
    return reply
  })
}
