import type { AuthCheckRequest, AuthCheckResult, Credential } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { withKeys } from '../../src/kit/key-connections/auth.ts'
import { connectMethod } from '../../src/kit/key-connections/method.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import { hasScope, missingPermissions, type Permission, scopeMessage } from '../../src/kit/oauth/permissions.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import type { Identity, OAuthVendor } from '../../src/kit/oauth/vendor.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { createOAuthRequester, fetchTokenInfo } from './client.ts'
import { GOOGLE_ERRORS } from './errors.ts'
import { type GoogleSettings, toEndpoints } from './settings.ts'

/**
 * The `auth` handlers of a Google application that needs these permissions. `optionalScopes` are only requested. With a
 * `keyProbe`, an address of its API that only a user with the permissions can read, it can be connected with a service
 * account as well.
 */
export function googleAuth(
  permissions: readonly Permission[],
  optionalScopes: readonly string[] = [],
  { keyProbe }: { keyProbe?: string } = {},
): Auth<GoogleSettings> {
  const vendor = { ...GOOGLE, identityScopes: [...GOOGLE.identityScopes, ...optionalScopes] }
  const auth: Auth<GoogleSettings> = {
    ...oauthHandlers(vendor, permissions),
    check: (request, call) => check(permissions, request, call),
  }
  if (!keyProbe) return auth
  const scopes = permissions.map(({ scope }) => scope)
  return withKeys(auth, async () => (await import('./key.ts')).googleKey({ scopes, optionalScopes, probe: keyProbe }))
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
const GOOGLE: OAuthVendor<GoogleSettings> = {
  vendor: 'Google',
  endpoints: toEndpoints,
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  isIssuer: (iss) => iss === 'https://accounts.google.com',
  identityScopes: ['openid', 'email'],
  // Without `consent` Google returns a refresh token only at an account's first consent, and reconnecting has none.
  // Without `select_account` the browser's current user is connected, and a second account is hard to choose.
  // `include_granted_scopes` is deliberately not sent: with it the response lists scopes of earlier consents as well.
  authorizeParameters: { access_type: 'offline', prompt: 'consent select_account' },
  rules: GOOGLE_ERRORS,
  canonicalScope: (scope) => CANONICAL_SCOPES[scope] ?? scope,
  identify,
}

/** Whether the account was connected with a scope, given by its full name. */
export function hasGoogleScope(credential: Pick<Credential, 'profile'>, scope: string): boolean {
  return hasScope(GOOGLE, credential, scope)
}

/** These scopes are requested by their short names and returned under their full names. */
const CANONICAL_SCOPES: Readonly<Record<string, string>> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

/** Rejects unverified addresses: they could belong to anyone, and the platform identifies people by address. */
async function identify({ accessToken }: Tokens, call: Call<GoogleSettings>): Promise<Identity> {
  // The address is not known yet, so a fingerprint of the token keys the concurrency limit.
  const accountKey = call.keys.sign('memory', accessToken)
  const request = await createOAuthRequester({ accessToken, email: accountKey }, call)
  const { id, email, verified_email, name, locale, hd } = await request(0, (google, options) =>
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
    'Google has not verified the e-mail address of this account. Verify the address at Google, then connect again.',
  )
}

/** Token information lists the scopes of a token without reading any user data, and costs no quota. */
async function check(
  permissions: readonly Permission[],
  { credential }: AuthCheckRequest,
  call: Call<GoogleSettings>,
): Promise<AuthCheckResult> {
  const { scope, sub } = await fetchTokenInfo(credential, call)
  const isKey = connectMethod(credential) === 'key'
  // Of a service account's token the information may be silent about user and scopes. The account is the address, as it
  // was when it was connected; what is missing, the first refused request says.
  const accountId = isKey ? credential.email : sub
  if (isKey && !scope) return { status: 'ok', accountId: credential.email }
  const missing = missingPermissions(GOOGLE, permissions, scope?.split(/\s+/) ?? [])
  const vendor = isKey ? { ...GOOGLE, permissionAdvice: delegationAdvice } : GOOGLE
  if (missing.length > 0) return { status: 'scope_required', message: scopeMessage(vendor, missing) }
  return { status: 'ok', ...omitUndefined({ accountId: accountId || undefined }) }
}

function delegationAdvice(permissions: string): string {
  return `Ask the administrator of the Google Workspace to add ${permissions} under Domain-wide delegation, then connect again.`
}
