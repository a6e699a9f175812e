import type { Credential } from '../../contract/index.ts'
import type { Settings } from '../application.ts'
import type { OAuthVendor } from './vendor.ts'

/** A permission that an application requires. `label` is its name on the vendor's consent page. */
export interface Permission {
  scope: string
  label: string
}

/** The scopes that a sign-in requests. */
export function requestedScopes<S extends Settings>(
  { identityScopes }: Pick<OAuthVendor<S>, 'identityScopes'>,
  permissions: readonly Permission[],
): string[] {
  return [...identityScopes, ...permissions.map(({ scope }) => scope)]
}

/** The permissions that the user did not grant: single ones can be cleared on the vendor's consent page. */
export function missingPermissions<S extends Settings>(
  vendor: Pick<OAuthVendor<S>, 'canonicalScope'>,
  permissions: readonly Permission[],
  granted: readonly string[],
): Permission[] {
  const scopes = new Set(granted.map(vendor.canonicalScope))
  return permissions.filter((permission) => !scopes.has(vendor.canonicalScope(permission.scope)))
}

/** Whether a credential has a scope. One that lists no scopes is assumed to have them all: the vendor will say otherwise. */
export function hasScope<S extends Settings>(
  vendor: Pick<OAuthVendor<S>, 'canonicalScope'>,
  { profile }: Pick<Credential, 'profile'>,
  scope: string,
): boolean {
  const { scopes } = (profile ?? {}) as { scopes?: unknown }
  return !Array.isArray(scopes) || scopes.map(String).map(vendor.canonicalScope).includes(vendor.canonicalScope(scope))
}

/** The message to the user about missing permissions. */
export function scopeMessage<S extends Settings>(
  { vendor, permissionAdvice = defaultAdvice }: Pick<OAuthVendor<S>, 'vendor' | 'permissionAdvice'>,
  missing: readonly Permission[],
): string {
  const list = missing.map((permission) => `“${permission.label}”`).join(' and ')
  return `This connection was not granted all the permissions it needs at ${vendor}. ${permissionAdvice(list)}`
}

function defaultAdvice(permissions: string): string {
  return `Connect again and keep ${permissions} selected.`
}
