import type { AuthCheckRequest, AuthCheckResult } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import { missingPermissions, type Permission, scopeMessage } from '../../src/kit/oauth/permissions.ts'
import type { Identity, OAuthVendor, Tokens } from '../../src/kit/oauth/vendor.ts'
import { createOAuthRequester, fetchTokenInfo } from './client.ts'
import { GOOGLE_ERRORS } from './errors.ts'
import { type GoogleSettings, toEndpoints } from './settings.ts'

/** The auth group of a Google application that needs these permissions. */
export function googleAuth(permissions: readonly Permission[]): Auth<GoogleSettings> {
  return {
    ...oauthHandlers(GOOGLE, permissions),
    check: (request, call) => check(permissions, request, call),
  }
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
const GOOGLE: OAuthVendor<GoogleSettings> = {
  vendor: 'Google',
  endpoints: toEndpoints,
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  identityScopes: ['openid', 'email'],
  // Without `consent` a refresh token comes only the first time an account ever agrees, and a reconnect has none.
  // `include_granted_scopes` is left out on purpose: with it the granted scopes would not be those of this consent.
  authorizeParameters: { access_type: 'offline', prompt: 'consent' },
  rules: GOOGLE_ERRORS,
  canonicalScope: (scope) => CANONICAL_SCOPES[scope] ?? scope,
  identify,
}

/** Asked for by their short names, granted under their long ones. */
const CANONICAL_SCOPES: Readonly<Record<string, string>> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

/** An address that Google has not verified could be anyone's, and the platform finds people by address. */
async function identify({ accessToken }: Tokens, call: Call<GoogleSettings>): Promise<Identity> {
  const lane = call.keys.sign('memory', accessToken)
  const ask = await createOAuthRequester({ accessToken, email: lane }, call)
  const { id, email, verified_email, name, locale, hd } = await ask(0, (google, options) =>
    google.userinfo.get({}, options),
  )
  if (!id || !email || !verified_email) throw unverifiedEmail()
  const profile = Object.fromEntries(Object.entries({ name, locale, hostedDomain: hd }).filter(([, value]) => value))
  return { email: email.toLowerCase(), accountId: id, profile }
}

function unverifiedEmail(): ProviderError {
  return new ProviderError(
    403,
    'scope-required',
    'Google does not vouch for the e-mail address of this account. Confirm the address at Google, then connect again.',
  )
}

/** Token information tells what a token may without touching anybody's data, and costs no quota. */
async function check(
  permissions: readonly Permission[],
  { credential }: AuthCheckRequest,
  call: Call<GoogleSettings>,
): Promise<AuthCheckResult> {
  const { scope, sub } = await fetchTokenInfo(credential, call)
  const missing = missingPermissions(GOOGLE, permissions, scope?.split(/\s+/) ?? [])
  if (missing.length > 0) return { status: 'scope_required', message: scopeMessage(GOOGLE, missing) }
  return { status: 'ok', ...(sub ? { accountId: sub } : {}) }
}
