import type { Upstreams } from './proxy.ts'

/** The real origins of a vendor's paths by prefix, and the path of its authorization page. */
export interface RecordedVendor {
  originVariable: string
  authorizePath: string
  upstreams: Upstreams
}

export const RECORDED_VENDORS: Readonly<Record<string, RecordedVendor>> = {
  google: {
    originVariable: 'GOOGLE_ORIGIN',
    authorizePath: '/o/oauth2/v2/auth',
    upstreams: [
      ['/o/oauth2/', 'https://accounts.google.com'],
      ['/token', 'https://oauth2.googleapis.com'],
      ['/revoke', 'https://oauth2.googleapis.com'],
      ['/gmail/', 'https://gmail.googleapis.com'],
      ['/', 'https://www.googleapis.com'],
    ],
  },
  microsoft: {
    originVariable: 'MICROSOFT_ORIGIN',
    authorizePath: '/oauth2/v2.0/authorize',
    upstreams: [
      ['/v1.0/', 'https://graph.microsoft.com'],
      ['/oidc/', 'https://graph.microsoft.com'],
      ['/', 'https://login.microsoftonline.com'],
    ],
  },
  salesforce: {
    originVariable: 'SALESFORCE_ORIGIN',
    authorizePath: '/services/oauth2/authorize',
    // All other requests go to the instance URL of the token response.
    upstreams: [['/services/oauth2/', process.env.SALESFORCE_LOGIN_URL ?? 'https://login.salesforce.com']],
  },
}
