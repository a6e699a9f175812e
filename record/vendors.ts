import type { Upstreams } from './proxy.ts'

/** How a function is configured, and the values of a run. */
export interface FunctionExample {
  configuration: object
  values: readonly { name: string; value: string }[]
}

/** Where a vendor's requests go, and examples of its functions. */
export interface RecordedVendor {
  originVariable: string
  authorizePath: string
  /** The real origins of the vendor's paths, by prefix. */
  upstreams: Upstreams
  /** An example of each function, by name: how it is configured and the values of a run. */
  functions: Readonly<Record<string, FunctionExample>>
  /** The link of a document that the account can read, by application. */
  links?: Readonly<Record<string, string | undefined>>
}

/** An example with a file of the account that is recorded; none if the environment does not name the file. */
function withFile(
  functionName: string,
  member: string,
  file: string | undefined,
  names: readonly string[],
): Record<string, FunctionExample> {
  if (!file) return {}
  return {
    [functionName]: { configuration: { [member]: file }, values: names.map((name) => ({ name, value: 'Nobody' })) },
  }
}

const { GOOGLE_DOCUMENT, GOOGLE_TEMPLATE, GOOGLE_SPREADSHEET } = process.env
const { ONEDRIVE_DOCUMENT, ONEDRIVE_TEMPLATE, ONEDRIVE_CONTENT_ORIGIN } = process.env

export const RECORDED_VENDORS: Readonly<Record<string, RecordedVendor>> = {
  google: {
    originVariable: 'GOOGLE_ORIGIN',
    authorizePath: '/o/oauth2/v2/auth',
    upstreams: [
      ['/o/oauth2/', 'https://accounts.google.com'],
      ['/token', 'https://oauth2.googleapis.com'],
      ['/revoke', 'https://oauth2.googleapis.com'],
      ['/gmail/', 'https://gmail.googleapis.com'],
      ['/v2/conferenceRecords', 'https://meet.googleapis.com'],
      ['/v2/spaces/', 'https://meet.googleapis.com'],
      ['/v1/people/', 'https://people.googleapis.com'],
      ['/v1/documents/', 'https://docs.googleapis.com'],
      ['/v4/spreadsheets/', 'https://sheets.googleapis.com'],
      ['/', 'https://www.googleapis.com'],
    ],
    functions: {
      ...withFile('google-docs-from-template', 'template', GOOGLE_TEMPLATE, ['Name', 'Company']),
      ...withFile('google-sheets-append', 'spreadsheet', GOOGLE_SPREADSHEET, ['Name', 'Company']),
    },
    links: { 'google-docs': GOOGLE_DOCUMENT },
  },
  microsoft: {
    originVariable: 'MICROSOFT_ORIGIN',
    authorizePath: '/oauth2/v2.0/authorize',
    upstreams: [
      ['/v1.0/', 'https://graph.microsoft.com'],
      ['/oidc/', 'https://graph.microsoft.com'],
      // Content is on a host of the tenant's.
      ['/_layouts/', ONEDRIVE_CONTENT_ORIGIN],
      ['/_api/', ONEDRIVE_CONTENT_ORIGIN],
      ['/personal/', ONEDRIVE_CONTENT_ORIGIN],
      ['/sites/', ONEDRIVE_CONTENT_ORIGIN],
      ['/', 'https://login.microsoftonline.com'],
    ],
    functions: withFile('word-from-template', 'template', ONEDRIVE_TEMPLATE, ['Name', 'Company']),
    links: { onedrive: ONEDRIVE_DOCUMENT },
  },
  salesforce: {
    originVariable: 'SALESFORCE_ORIGIN',
    authorizePath: '/services/oauth2/authorize',
    // All other requests go to the instance URL of the token response. It also knows the user of the token.
    upstreams: [
      ['/services/oauth2/userinfo'],
      ['/services/oauth2/', process.env.SALESFORCE_LOGIN_URL ?? 'https://login.salesforce.com'],
    ],
    functions: {
      'salesforce-report-to-file': {
        configuration: { soql: 'SELECT Id, Name FROM Account WHERE Name != {{name}} LIMIT 5' },
        values: [{ name: 'name', value: 'Nobody' }],
      },
    },
  },
}
