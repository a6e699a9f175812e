import type { User } from '@microsoft/microsoft-graph-types'
import type { AuthCheckRequest, AuthCheckResult, Credential } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { withKeys } from '../../src/kit/key-connections/auth.ts'
import { connectMethod } from '../../src/kit/key-connections/method.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import { hasScope, type Permission, scopeMessage } from '../../src/kit/oauth/permissions.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import type { Identity, OAuthVendor } from '../../src/kit/oauth/vendor.ts'
import { isMailAddress } from '../../src/kit/people.ts'
import { VendorError } from '../../src/kit/vendor-errors.ts'
import { omitEmpty, omitUndefined } from '../../src/runtime/omit.ts'
import { createGraphRequester, type Requester } from './client.ts'
import { MICROSOFT_ERRORS } from './errors.ts'
import type { MicrosoftKeyOptions } from './key.ts'
import { toPath } from './paths.ts'
import { type MicrosoftSettings, toAdminConsentEndpoint, toEndpoints } from './settings.ts'
import { type UserSegments, userSegments } from './user-segments.ts'

/** The permissions of a Microsoft application. */
export interface MicrosoftAuthOptions {
  permissions: readonly Permission[]
  /** Scopes that are requested but not required. */
  optionalScopes?: readonly string[]
  /** A path below the user that Graph returns only to an account with the permissions. */
  probePath: (user: UserSegments) => string
  /** Set if the application can be connected with a certificate, too. */
  key?: Omit<MicrosoftKeyOptions, 'probePath' | 'scopes'>
}

/** The `auth` handlers of a Microsoft application. */
export function microsoftAuth({
  permissions,
  optionalScopes = [],
  probePath,
  key,
}: MicrosoftAuthOptions): Auth<MicrosoftSettings> {
  const vendor = { ...MICROSOFT, identityScopes: [...MICROSOFT.identityScopes, ...optionalScopes] }
  const auth: Auth<MicrosoftSettings> = {
    ...oauthHandlers(vendor, permissions),
    check: (request, call) =>
      key && connectMethod(request.credential) === 'key'
        ? checkKey({ ...key, probePath }, request, call)
        : check(permissions, probePath, request, call),
  }
  if (!key) return auth
  const scopes = [...permissions.map(({ scope }) => scope), ...optionalScopes]
  return withKeys(auth, async () => (await import('./key.ts')).microsoftKey({ ...key, probePath, scopes }))
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
const MICROSOFT: OAuthVendor<MicrosoftSettings> = {
  vendor: 'Microsoft',
  endpoints: toEndpoints,
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  // Without `offline_access` there is no refresh token.
  identityScopes: ['openid', 'email', 'profile', 'offline_access', 'User.Read'],
  // Without `select_account` the browser's current user is connected, and a second account can never be added.
  authorizeParameters: { response_mode: 'query', prompt: 'select_account' },
  rules: MICROSOFT_ERRORS,
  adminConsent: { endpoint: toAdminConsentEndpoint, reasons: ['access_denied', 'consent_required'] },
  readHints: ({ error_description }) => String(error_description ?? '').match(/\bAADSTS\d+/g) ?? [],
  permissionAdvice: (permissions) =>
    `Connect again and accept; if this repeats, an administrator of the organization has to approve ${permissions}.`,
  canonicalScope,
  identify,
}

/** Whether the account was connected with a scope, given by its short name. */
export function hasMicrosoftScope(credential: Pick<Credential, 'profile'>, scope: string): boolean {
  return hasScope(MICROSOFT, credential, scope)
}

/** The message to a user whose sign-in did not grant all of these permissions; undefined if it did. */
export function missingMicrosoftScopes(
  credential: Pick<Credential, 'profile'>,
  permissions: readonly Permission[],
): string | undefined {
  const missing = permissions.filter(({ scope }) => !hasMicrosoftScope(credential, scope))
  return missing.length > 0 ? scopeMessage(MICROSOFT, missing) : undefined
}

/** Microsoft may return a scope with Graph's URL in front and in a different case. */
function canonicalScope(scope: string): string {
  return scope.slice(scope.lastIndexOf('/') + 1).toLowerCase()
}

/**
 * The account id is the `id` of `/me`, because `check` can read it again with an access token alone. The ids of the id
 * token are stored in the profile. https://learn.microsoft.com/graph/api/resources/user
 */
async function identify({ accessToken, response }: Tokens, call: Call<MicrosoftSettings>): Promise<Identity> {
  // The address is not known yet, so a fingerprint of the token keys the concurrency limit.
  const accountKey = call.keys.sign('memory', accessToken)
  const request = await createGraphRequester({ accessToken, email: accountKey }, call, { bodyFormat: 'text' })
  const path = toPath(['me'], { $select: 'id,mail,userPrincipalName,displayName' })
  const { id, mail, userPrincipalName, displayName } = await request<User>(path)
  const { tid, oid, email: claimedEmail } = decodeClaims(response.id_token)
  // A guest's principal name (`ann_fabrikam.com#EXT#@…`) is no address, but the id token of a guest has one.
  const email = [mail, userPrincipalName, claimedEmail].find((address) => isMailAddress(address))
  if (!id || !email) throw missingEmail()
  return {
    email: email.toLowerCase(),
    accountId: id,
    profile: omitEmpty({ name: displayName, tenantId: tid, objectId: oid }),
  }
}

function missingEmail(): ProviderError {
  return new ProviderError(
    403,
    'scope-required',
    'Microsoft returned no e-mail address for this account. Connect an account that has one.',
  )
}

/** The signature needs no check: the token comes from the token endpoint over TLS (OpenID Connect Core 1.0, 3.1.3.7). */
function decodeClaims(idToken: unknown): { tid?: string; oid?: string; email?: string } {
  const [, payload = ''] = typeof idToken === 'string' ? idToken.split('.') : []
  try {
    const { tid, oid, email } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return { tid: String(tid ?? ''), oid: String(oid ?? ''), email: String(email ?? '') }
  } catch {
    return {}
  }
}

/** Access tokens are opaque, so a minimal request for the application's data checks the permission. */
async function check(
  permissions: readonly Permission[],
  toProbePath: MicrosoftAuthOptions['probePath'],
  { credential }: AuthCheckRequest,
  call: Call<MicrosoftSettings>,
): Promise<AuthCheckResult> {
  const request = await createCheckRequester(credential, call)
  const user = userSegments(credential)
  try {
    const [{ id }] = await Promise.all([request<User>(toPath(user, { $select: 'id' })), request(toProbePath(user))])
    return { status: 'ok', ...omitUndefined({ accountId: id || undefined }) }
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    return { status: 'scope_required', message: scopeMessage(MICROSOFT, permissions) }
  }
}

/** The directory may be closed to an application, so only the mailbox is read. */
async function checkKey(
  options: Omit<MicrosoftKeyOptions, 'scopes'>,
  { credential }: AuthCheckRequest,
  call: Call<MicrosoftSettings>,
): Promise<AuthCheckResult> {
  const request = await createCheckRequester(credential, call)
  try {
    const { probeMailbox } = await import('./key.ts')
    await probeMailbox(request, userSegments(credential), options)
    return { status: 'ok', accountId: credential.email }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.problem !== 'scope-required') throw error
    return { status: 'scope_required', message: error.message }
  }
}

function createCheckRequester(credential: Credential, call: Call<MicrosoftSettings>): Promise<Requester> {
  return createGraphRequester(credential, call, { bodyFormat: 'text', tokenPointer: '#/credential/accessToken' })
}
