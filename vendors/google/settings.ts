import type { Secret } from '../../src/runtime/secret.ts'

/** The operator's settings for Google. */
export type GoogleSettings = {
  clientId: string
  clientSecret: Secret
  /** Origin that receives every request instead of Google's hosts, under Google's paths: a sandbox or recording proxy. */
  origin?: string
}

/** The URLs that Google's API client does not contain. https://developers.google.com/identity/protocols/oauth2/web-server */
export function toEndpoints({ origin }: GoogleSettings) {
  return {
    authorize: `${origin ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${origin ?? 'https://oauth2.googleapis.com'}/token`,
    tokenInfo: `${origin ?? 'https://oauth2.googleapis.com'}/tokeninfo`,
  }
}
