import type { Application, Settings, Vendor } from '../../src/kit/application.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import type { Permission } from '../../src/kit/oauth/permissions.ts'
import type { Identity, OAuthVendor } from '../../src/kit/oauth/vendor.ts'
import type { ErrorRule } from '../../src/kit/vendor-errors.ts'
import type { Secret } from '../../src/runtime/secret.ts'
import type { AuthorizationServer } from './authorization-server.ts'

interface OAuthSettings extends Settings {
  clientId: string
  clientSecret: Secret
  origin: string
}

const words = { sentence: 'The vendor said no.', next: 'Connect the account again.' }
const rule = (at: ErrorRule['at'], reason: string, changes: Partial<ErrorRule>): ErrorRule => ({
  at,
  reason,
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  ...words,
  ...changes,
})

export const RULES: readonly ErrorRule[] = [
  rule('token', 'invalid_grant', {}),
  rule('token', 'interaction_required', { recoverable: true }),
  rule('token', 'invalid_client', { class: 'operator', fault: 'operator' }),
  rule('token', 'slow_down', { class: 'rate-limited', retry: true }),
  rule('authorize', 'access_denied', { class: 'invalid-request', sentence: 'You did not allow it.' }),
]

export const PERMISSIONS: readonly Permission[] = [
  { scope: 'mail.read', label: 'Read your mail' },
  { scope: 'calendar.read', label: 'See your calendars' },
]

/** A vendor with one application, which signs in with OAuth 2 at a local authorization server. */
export function oauthVendor(changes: Partial<OAuthVendor<OAuthSettings>> = {}): Vendor {
  const vendor: OAuthVendor<OAuthSettings> = {
    vendor: 'Acme',
    endpoints: ({ origin }) => ({ authorize: `${origin}/authorize?fixed=1`, token: `${origin}/token` }),
    client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
    identityScopes: ['openid'],
    authorizeParameters: { prompt: 'consent' },
    rules: RULES,
    canonicalScope: (scope) => scope.toLowerCase(),
    identify: async (): Promise<Identity> => ({ email: 'ada@acme.example', accountId: 'account-1' }),
    ...changes,
  }
  const application: Application<OAuthSettings> = { name: 'acme-mail', auth: oauthHandlers(vendor, PERMISSIONS) }
  return {
    name: 'acme',
    label: 'Acme',
    variables: {
      clientId: { name: 'ACME_CLIENT_ID', required: true, description: '' },
      clientSecret: { name: 'ACME_CLIENT_SECRET', required: true, secret: true, description: '' },
      origin: { name: 'ACME_ORIGIN', kind: 'origin', description: '' },
    },
    errors: RULES,
    applications: [application as never],
  }
}

/** The environment variables that configure the vendor for an authorization server. */
export function oauthEnvironment({ client, origin }: AuthorizationServer): Record<string, string> {
  return { ACME_CLIENT_ID: client.id, ACME_CLIENT_SECRET: client.secret, ACME_ORIGIN: origin }
}
