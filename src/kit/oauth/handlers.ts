import { createHash } from 'node:crypto'
import type { AuthConnectResult, ConnectedProviderRegistration, Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Auth, Call, CallbackInput, Settings } from '../application.ts'
import { CredentialsExpiredError, ProviderError, ValidationError } from '../errors.ts'
import { toProviderError } from '../vendor-errors.ts'
import { missingPermissions, type Permission, scopeMessage } from './permissions.ts'
import { refreshOnce } from './refresh.ts'
import { exchangeCode, exchangeRefreshToken } from './token-endpoint.ts'
import type { Identity, OAuthVendor, Tokens } from './vendor.ts'

/** The connect, callback and refresh handlers of an application whose vendor uses OAuth 2 (RFC 6749, 7636, 9700). */
export function oauthHandlers<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
): Pick<Auth<S>, 'connect' | 'callback' | 'refresh'> {
  return {
    connect: async ({ state }, call) => startSignIn(vendor, permissions, state, call),
    callback: (input, call) => finishSignIn(vendor, permissions, input, call),
    refresh: ({ connectedProvider }, call) => refresh(vendor, connectedProvider.credential, call),
  }
}

function startSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  state: string,
  call: Call<S>,
): AuthConnectResult {
  const url = new URL(vendor.endpoints(call.settings).authorize)
  const parameters = {
    response_type: 'code',
    client_id: vendor.client(call.settings).id,
    redirect_uri: redirectUri(call),
    scope: [...vendor.identityScopes, ...permissions.map((permission) => permission.scope)].join(' '),
    state,
    code_challenge: createHash('sha256').update(codeVerifier(state, call)).digest('base64url'),
    code_challenge_method: 'S256',
    ...vendor.authorizeParameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { type: 'redirect', url: url.toString() }
}

async function finishSignIn<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  input: CallbackInput,
  call: Call<S>,
): Promise<ConnectedProviderRegistration> {
  const code = readCode(vendor, input)
  const tokens = await withExpiry(vendor, await redeemCode(vendor, code, input.state, call), call)
  const missing = missingPermissions(vendor, permissions, tokens.scopes)
  if (missing.length > 0) throw new ProviderError(403, 'scope-required', scopeMessage(vendor, missing))
  if (!tokens.refreshToken) throw noRefreshToken(vendor.vendor)
  const identity = await vendor.identify(tokens, call)
  return { connectionId: input.connectionId, credential: toCredential(tokens, identity) }
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
async function redeemCode<S extends Settings>(vendor: OAuthVendor<S>, code: string, state: string, call: Call<S>) {
  try {
    const parameters = { code, redirect_uri: redirectUri(call), code_verifier: codeVerifier(state, call) }
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

/**
 * The PKCE verifier (RFC 7636) is an HMAC of the state: nothing is stored between connect and callback, so any replica of
 * the hub can finish the sign-in, and nobody without the platform key can compute the verifier.
 */
function codeVerifier<S extends Settings>(state: string, call: Call<S>): string {
  const verifier = call.keys.sign('pkce', state)
  holdSecret(verifier)
  return verifier
}
