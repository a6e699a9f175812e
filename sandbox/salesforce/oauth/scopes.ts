import type { ScopeDescription } from '../../core/oauth/vendor.ts'

export const SCOPES: Readonly<Record<string, ScopeDescription>> = {
  id: { label: 'Access the identity URL service' },
  openid: { label: 'Access unique user identifiers' },
  email: { label: 'Access your email address' },
  profile: { label: 'Access your basic information' },
  address: { label: 'Access your address' },
  phone: { label: 'Access your phone number' },
  api: { label: 'Manage user data via APIs' },
  web: { label: 'Manage user data via Web browsers' },
  full: { label: 'Full access' },
  chatter_api: { label: 'Access Connect REST API resources' },
  lightning: { label: 'Access Lightning applications' },
  content: { label: 'Access content resources' },
  visualforce: { label: 'Access Visualforce applications' },
  refresh_token: { label: 'Perform requests at any time' },
}

/** `offline_access` is an alias of `refresh_token`. */
export function canonicalScope(scope: string): string {
  return scope === 'offline_access' ? 'refresh_token' : scope
}

/** Any of these scopes gives access to the REST API. */
export const API_SCOPES = ['api', 'full']

/** The scopes of a request that names none. */
export const DEFAULT_SCOPES = 'api refresh_token id openid email profile'
