import { createHash } from 'node:crypto'
import type { AuthConnectResult, ConnectedProviderRegistration, Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Auth, Call, CallbackInput, ConnectInput, Settings } from '../application.ts'
import { CredentialsExpiredError, ProviderError, ValidationError } from '../errors.ts'
import { toProviderError } from '../vendor-errors.ts'
import { createClient } from './client.ts'
import { missingPermissions, type Permission, scopeMessage } from './permissions.ts'
import { refreshOnce } from './refresh.ts'
import { exchangeCode, exchangeRefreshToken } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'
import type { Identity, OAuthVendor } from './vendor.ts'

/** The connect, callback and refresh handlers of an application whose vendor uses OAuth 2 (RFC 6749, 7636, 9700). */
export function oauthHandlers<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
): Pick<Auth<S>, 'connect' | 'callback' | 'refresh'> {
  return {
    connect: (input, call) => startSignIn(vendor, permissions, input, call),
    callback: (input, call) => finishSignIn(vendor, permissions, input, call),
    refresh: ({ connectedProvider }, call) => refresh(vendor, connectedProvider.credential, call),
  }
}

async function startSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  { state, nonce }: ConnectInput,
  call: Call<S>,
): Promise<AuthConnectResult> {
  const client = await createClient(vendor, call.settings)
  const parameters = {
    redirect_uri: redirectUri(call),
    scope: [...vendor.identityScopes, ...permissions.map((permission) => permission.scope)],
    state,
    code_challenge: createHash('sha256')
      .update(codeVerifier(state, nonce, call))
      .digest('base64url'),
    code_challenge_method: 'S256',
    ...vendor.authorizeParameters,
  }
  return { type: 'redirect', url: client.authorizeURL(parameters) }
}

async function finishSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  input: CallbackInput,
  call: Call<S>,
): Promise<ConnectedProviderRegistration> {
  requireIssuer(vendor, input, call)
  const code = readCode(vendor, input)
  const tokens = await withExpiry(vendor, await redeemCode(vendor, code, requireVerifier(input, call), call), call)
  const missing = missingPermissions(vendor, permissions, tokens.scopes)
  if (missing.length > 0) throw new ProviderError(403, 'scope-required', scopeMessage(vendor, missing))
  if (!tokens.refreshToken) throw noRefreshToken(vendor.vendor)
  const identity = await vendor.identify(tokens, call)
  return { connectionId: input.connectionId, credential: toCredential(tokens, identity) }
}

/** Rejects a response of another authorization server than the one that was asked (RFC 9207, section 2.4). */
function requireIssuer<S extends Settings>(vendor: OAuthVendor<S>, { parameters }: CallbackInput, call: Call<S>): void {
  const { iss } = parameters
  if (iss === undefined || !vendor.isIssuer || vendor.isIssuer(iss, call.settings)) return
  throw new ValidationError(`This response does not come from ${vendor.vendor}. Start the connection again.`)
}

function readCode<S extends Settings>(vendor: OAuthVendor<S>, { parameters }: CallbackInput): string {
  holdSecret(parameters.code)
  if (parameters.error) {
    const reasons = [parameters.error, parameters.error_subcode].flatMap((reason) => reason || [])
    const hints = vendor.readHints?.(parameters) ?? []
    const cause = { reasons, hints }
    throw toProviderError(vendor.rules, vendor.vendor, { at: 'authorize', status: 400, reasons, hints, cause })
  }
  if (!parameters.code)
    throw new ValidationError(`${vendor.vendor} returned no authorization code. Start the connection again.`)
  return parameters.code
}

/** If the vendor rejects the code, the user has to sign in again: that says nothing about an existing connection. */
async function redeemCode<S extends Settings>(vendor: OAuthVendor<S>, code: string, verifier: string, call: Call<S>) {
  try {
    const parameters = { code, redirect_uri: redirectUri(call), code_verifier: verifier }
    return await exchangeCode(vendor, parameters, call)
  } catch (error) {
    if (!(error instanceof CredentialsExpiredError)) throw error
    // A recoverable error concerns the account and not the code, so its own message is the one that helps.
    if (error.recoverable) throw new ProviderError(403, 'scope-required', error.message, { cause: error.cause })
    throw new ValidationError(
      `This sign-in at ${vendor.vendor} was already used or has expired. Start the connection again.`,
      [],
      error.cause,
    )
  }
}

async function refresh<S extends Settings>(
  vendor: OAuthVendor<S>,
  credential: Credential,
  call: Call<S>,
): Promise<Credential> {
  const { refreshToken } = credential
  if (!refreshToken) {
    throw new CredentialsExpiredError(
      `This ${vendor.vendor} connection has no refresh token. Connect the account again.`,
    )
  }
  const tokens = await refreshOnce(call, `${vendor.vendor} ${refreshToken}`, async () =>
    withExpiry(vendor, await exchangeRefreshToken(vendor, refreshToken, call), call),
  )
  const { dateExpiry: _replaced, ...unchanged } = credential
  return {
    ...unchanged,
    ...vendor.renew?.(tokens, call),
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? refreshToken,
    ...omitUndefined({ dateExpiry: tokens.dateExpiry }),
  }
}

async function withExpiry<S extends Settings>(vendor: OAuthVendor<S>, tokens: Tokens, call: Call<S>): Promise<Tokens> {
  if (tokens.dateExpiry !== undefined || !vendor.findExpiry) return tokens
  try {
    const dateExpiry = await vendor.findExpiry(tokens, call)
    return { ...tokens, ...omitUndefined({ dateExpiry }) }
  } catch (error) {
    // The vendor may have revoked the previous tokens already: the new ones must not be lost because of a date.
    call.log.warn({ err: error }, 'the expiry of the access token could not be determined')
    return tokens
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

function toCredential(tokens: Tokens, identity: Identity): Credential {
  const { email, accountId, instanceId, instanceUrl, profile } = identity
  return omitUndefined({
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken || undefined,
    dateExpiry: tokens.dateExpiry,
    email,
    instanceId: instanceId || undefined,
    instanceUrl: instanceUrl || undefined,
    profile: { ...profile, accountId, scopes: tokens.scopes },
  })
}

function redirectUri<S extends Settings>(call: Call<S>): string {
  return `${call.baseUrl}/auth/callback`
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
  const verifier = call.keys.sign('pkce', `${state} ${nonce}`)
  holdSecret(verifier)
  return verifier
}
