import { createHash } from 'node:crypto'
import type { AuthConnectResult, ConnectedProviderRegistration, Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, CallbackInput, ConnectInput, Settings } from '../application.ts'
import { CredentialsExpiredError, ProviderError, ValidationError } from '../errors.ts'
import { toAdminConsentLink } from './admin-consent.ts'
import { readCode, requireIssuer } from './callback.ts'
import { createClient, redirectUri } from './client.ts'
import { withExpiry } from './expiry.ts'
import { missingPermissions, type Permission, requestedScopes, scopeMessage } from './permissions.ts'
import { exchangeCode } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'
import type { Identity, OAuthVendor } from './vendor.ts'

/** The redirect to the vendor. */
export async function startSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  { state, nonce, loginHint }: ConnectInput,
  call: Call<S>,
): Promise<AuthConnectResult> {
  const client = await createClient(vendor, call.settings)
  const parameters = {
    redirect_uri: redirectUri(call),
    scope: requestedScopes(vendor, permissions),
    state,
    code_challenge: createHash('sha256')
      .update(codeVerifier(state, nonce, call))
      .digest('base64url'),
    code_challenge_method: 'S256',
    ...vendor.authorizeParameters,
    ...omitUndefined({ login_hint: loginHint }),
  }
  return { type: 'redirect', url: client.authorizeURL(parameters) }
}

/** Exchanges the code of a callback, and returns the credential of the account that signed in. */
export async function finishSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  input: CallbackInput,
  call: Call<S>,
): Promise<ConnectedProviderRegistration> {
  requireIssuer(vendor, input, call)
  const code = readCode(vendor, permissions, input, call)
  const tokens = await withExpiry(vendor, await redeemCode(vendor, code, requireVerifier(input, call), call), call)
  const { scopes = requestedScopes(vendor, permissions) } = tokens
  const missing = missingPermissions(vendor, permissions, scopes)
  if (missing.length > 0) {
    const link = toAdminConsentLink(vendor, permissions, call)
    throw new ProviderError(403, 'scope-required', scopeMessage(vendor, missing), { page: omitUndefined({ link }) })
  }
  if (!tokens.refreshToken && vendor.issuesRefreshTokens !== false) throw noRefreshToken(vendor.vendor)
  const identity = await vendor.identify({ ...tokens, scopes }, call)
  return { connectionId: input.connectionId, credential: toCredential(tokens, scopes, identity) }
}

/** If the vendor rejects the code, the user has to sign in again: that says nothing about an existing connection. */
async function redeemCode<S extends Settings>(vendor: OAuthVendor<S>, code: string, verifier: string, call: Call<S>) {
  try {
    const parameters = { code, redirect_uri: redirectUri(call), code_verifier: verifier }
    return await exchangeCode(vendor, parameters, call)
  } catch (error) {
    if (!(error instanceof CredentialsExpiredError)) throw error
    // A recoverable error concerns the account and not the code, so its own message is the one that helps.
    if (error.recoverable) throw new ProviderError(403, 'scope-required', error.message, error.options)
    const detail = `This sign-in at ${vendor.vendor} was already used or has expired. Start the connection again.`
    throw new ProviderError(400, 'validation-error', detail, error.options)
  }
}

function noRefreshToken(vendor: string): ProviderError {
  return new ProviderError(
    502,
    'vendor-error',
    `${vendor} returned no refresh token, so the connection would end when its access token expires. Connect again; if ` +
      `this happens again, first remove this application in your ${vendor} account's security settings.`,
  )
}

function toCredential(tokens: Tokens, scopes: readonly string[], identity: Identity): Credential {
  const { email, accountId, instanceId, instanceUrl, profile } = identity
  return omitUndefined({
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    ...toDates(tokens),
    email,
    instanceId: instanceId || undefined,
    instanceUrl: instanceUrl || undefined,
    profile: { ...profile, accountId, scopes },
  })
}

type CredentialDates = Pick<Credential, 'dateExpiry' | 'dateRefreshExpiry'>

/**
 * The platform refreshes a credential before its expiry, and ends the connection if that fails. A token that cannot be
 * refreshed has no such expiry, so it is used until the vendor rejects it.
 */
function toDates({ refreshToken, dateExpiry, dateRefreshExpiry }: Tokens): CredentialDates {
  if (refreshToken !== undefined) return omitUndefined({ dateExpiry, dateRefreshExpiry })
  return omitUndefined({ dateRefreshExpiry: dateExpiry ?? dateRefreshExpiry })
}

/** The verifier of the attempt. Throws ValidationError if it is not known who began it. */
function requireVerifier<S extends Settings>({ state, nonce }: CallbackInput, call: Call<S>): string {
  if (nonce !== undefined) return codeVerifier(state, nonce, call)
  throw new ValidationError(
    'This sign-in was not started here, or more than ten minutes ago. Start the connection again.',
  )
}

/**
 * The PKCE verifier (RFC 7636) is an HMAC of the state and the attempt's nonce, so a code of one attempt cannot be used
 * in another, not even in one for the same connection.
 */
function codeVerifier<S extends Settings>(state: string, nonce: string, call: Call<S>): string {
  const verifier = call.keys.signByNonce('pkce', nonce, `${state} ${nonce}`)
  holdSecret(verifier)
  return verifier
}
