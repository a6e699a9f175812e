import type { Secret } from '../../src/runtime/secret.ts'

/** The operator's settings for Microsoft. */
export type MicrosoftSettings = {
  clientId: string
  clientSecret: Secret
  /** Who may sign in: `common`, `organizations`, `consumers`, or the id of one tenant. */
  tenant: string
  /** Origin that receives every request instead of Microsoft's hosts, under their paths: a sandbox or recording proxy. */
  origin?: string
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function toEndpoints({ tenant, origin }: MicrosoftSettings) {
  const login = `${origin ?? 'https://login.microsoftonline.com'}/${encodeURIComponent(tenant)}/oauth2/v2.0`
  return {
    authorize: `${login}/authorize`,
    token: `${login}/token`,
    graph: origin ?? 'https://graph.microsoft.com',
  }
}
