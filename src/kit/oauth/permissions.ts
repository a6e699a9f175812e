import type { Settings } from '../application.ts'
import type { OAuthVendor } from './vendor.ts'

/** A permission an application cannot work without, and what the consent page calls it. */
export interface Permission {
  scope: string
  words: string
}

/** The permissions that were not granted: a user can untick single ones on the vendor's consent page. */
export function missingPermissions<S extends Settings>(
  vendor: Pick<OAuthVendor<S>, 'canonicalScope'>,
  permissions: readonly Permission[],
  granted: readonly string[],
): Permission[] {
  const have = new Set(granted.map(vendor.canonicalScope))
  return permissions.filter((permission) => !have.has(vendor.canonicalScope(permission.scope)))
}

/** What the user is told when permissions are missing. */
export function scopeMessage<S extends Settings>(
  { vendor, permissionAdvice = tickAgain }: Pick<OAuthVendor<S>, 'vendor' | 'permissionAdvice'>,
  missing: readonly Permission[],
): string {
  const list = missing.map((permission) => `“${permission.words}”`).join(' and ')
  return `${vendor} was not allowed to share everything this connection needs. ${permissionAdvice(list)}`
}

function tickAgain(permissions: string): string {
  return `Connect again and leave ${permissions} ticked.`
}
