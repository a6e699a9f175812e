import type { ScopeWords } from '../core/oauth.ts'

export const SCOPES: Readonly<Record<string, ScopeWords>> = {
  id: { words: 'Access the identity URL service' },
  openid: { words: 'Access unique user identifiers' },
  email: { words: 'Access your email address' },
  profile: { words: 'Access your basic information' },
  address: { words: 'Access your address' },
  phone: { words: 'Access your phone number' },
  api: { words: 'Manage user data via APIs' },
  web: { words: 'Manage user data via Web browsers' },
  full: { words: 'Full access' },
  chatter_api: { words: 'Access Connect REST API resources' },
  lightning: { words: 'Access Lightning applications' },
  content: { words: 'Access content resources' },
  visualforce: { words: 'Access Visualforce applications' },
  refresh_token: { words: 'Perform requests at any time' },
}

/** `offline_access` is another word for `refresh_token`. */
export function canonicalScope(scope: string): string {
  return scope === 'offline_access' ? 'refresh_token' : scope
}

/** Any of these opens the REST API. */
export const OPENS_API = ['api', 'full']

/** All of these are granted to a request that names none. */
export const DEFAULT_SCOPES = 'api refresh_token id openid email profile'
