import type { Secret } from '../../src/runtime/secret.ts'

/** The version of the REST API, set explicitly because the library's default is years old. */
export const API_VERSION = '62.0'

/** The operator's settings for Salesforce. */
export type SalesforceSettings = {
  clientId: string
  clientSecret: Secret
  /** URL where users sign in: production, sandboxes (https://test.salesforce.com) or the My Domain of one org. */
  loginUrl: string
  /** Origin that receives every request instead of Salesforce's hosts, under its paths: a sandbox or recording proxy. */
  origin?: string
}

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_endpoints.htm */
export function toEndpoints({ loginUrl, origin }: SalesforceSettings) {
  const login = origin ?? loginUrl.replace(/\/+$/, '')
  return {
    authorize: `${login}/services/oauth2/authorize`,
    token: `${login}/services/oauth2/token`,
    introspect: `${login}/services/oauth2/introspect`,
  }
}
