import type { Secret } from '../../src/runtime/secret.ts'

/** What the operator sets for Google. */
export type GoogleSettings = {
  clientId: string
  clientSecret: Secret
  /** Where every call goes instead of to Google's hosts, with Google's own paths: a sandbox or a recording proxy. */
  origin?: string
}

/** Addresses outside the API client's own knowledge. https://developers.google.com/identity/protocols/oauth2/web-server */
export function toEndpoints({ origin }: GoogleSettings) {
  return {
    authorize: `${origin ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${origin ?? 'https://oauth2.googleapis.com'}/token`,
    tokenInfo: `${origin ?? 'https://oauth2.googleapis.com'}/tokeninfo`,
  }
}
