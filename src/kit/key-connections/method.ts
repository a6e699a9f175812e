import type { ConnectMethod } from '../../contract/index.ts'

/** How the account of a credential was connected: the profile of a key connection says so. */
export function connectMethod({ profile }: { profile?: unknown }): ConnectMethod {
  return (profile as { method?: unknown } | null | undefined)?.method === 'key' ? 'key' : 'oauth'
}
