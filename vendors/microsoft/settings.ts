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
export function toEndpoints({ tenant, origin }: Pick<MicrosoftSettings, 'tenant' | 'origin'>) {
  const login = `${origin ?? 'https://login.microsoftonline.com'}/${encodeURIComponent(tenant)}`
  return {
    authorize: `${login}/oauth2/v2.0/authorize`,
    token: `${login}/oauth2/v2.0/token`,
    graph: origin ?? 'https://graph.microsoft.com',
  }
}

/**
 * The page on which an administrator approves the application for an organization. It does not exist under `common`;
 * personal accounts have no administrator. https://learn.microsoft.com/entra/identity-platform/v2-admin-consent
 */
export function toAdminConsentEndpoint({ tenant, origin }: MicrosoftSettings): string | undefined {
  if (tenant === 'consumers') return undefined
  const organization = tenant === 'common' ? 'organizations' : encodeURIComponent(tenant)
  return `${origin ?? 'https://login.microsoftonline.com'}/${organization}/v2.0/adminconsent`
}
