import type { Secret } from '../../src/runtime/secret.ts'

/** One season's version, named here because the library's own default is years old. */
export const API_VERSION = '62.0'

/** What the operator sets for Salesforce. */
export type SalesforceSettings = {
  clientId: string
  clientSecret: Secret
  /** Where users sign in: production, sandboxes (https://test.salesforce.com) or the My Domain of one org. */
  loginUrl: string
  /** Where every call goes instead of to Salesforce's hosts, with its own paths: a sandbox or a recording proxy. */
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
