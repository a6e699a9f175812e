import type { Upstreams } from './proxy.ts'

/** Where a vendor's paths really live, by prefix, and which of them a person's browser opens. */
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
}
