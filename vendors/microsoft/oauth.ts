import type { User } from '@microsoft/microsoft-graph-types'
import type { AuthCheckRequest, AuthCheckResult } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import { type Permission, scopeMessage } from '../../src/kit/oauth/permissions.ts'
import type { Identity, OAuthVendor, Tokens } from '../../src/kit/oauth/vendor.ts'
import { VendorError } from '../../src/kit/vendor-errors.ts'
import { omitEmpty } from '../../src/runtime/omit.ts'
import { createGraphRequester } from './client.ts'
import { MICROSOFT_ERRORS } from './errors.ts'
import { toPath } from './paths.ts'
import { type MicrosoftSettings, toEndpoints } from './settings.ts'

/** What a Microsoft application needs. */
export interface MicrosoftAuthOptions {
  permission: Permission
  /** Scopes that are asked for and can be done without. */
  optionalScopes?: readonly string[]
  /** A path that only an account with the permission and with a mailbox may get. */
  probePath: string
}

/** The auth group of a Microsoft application with these needs. */
export function microsoftAuth({
  permission,
  optionalScopes = [],
  probePath,
}: MicrosoftAuthOptions): Auth<MicrosoftSettings> {
  const vendor = { ...MICROSOFT, identityScopes: [...MICROSOFT.identityScopes, ...optionalScopes] }
  return {
    ...oauthHandlers(vendor, [permission]),
    check: (request, call) => check(permission, probePath, request, call),
  }
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
const MICROSOFT: OAuthVendor<MicrosoftSettings> = {
  vendor: 'Microsoft',
  endpoints: toEndpoints,
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  // Without `offline_access` there is no refresh token.
  identityScopes: ['openid', 'email', 'profile', 'offline_access', 'User.Read'],
  // Without it whoever is signed in to the browser is taken, and a second account can never be connected.
  authorizeParameters: { response_mode: 'query', prompt: 'select_account' },
  rules: MICROSOFT_ERRORS,
  readHints: ({ error_description }) => String(error_description ?? '').match(/\bAADSTS\d+/g) ?? [],
  permissionAdvice: (permissions) =>
    `Connect again and accept; if this repeats, an administrator of the organization has to approve ${permissions}.`,
  canonicalScope,
  identify,
}

/** The answer may name Graph in front of a scope, and spell it in another case than it was asked for. */
function canonicalScope(scope: string): string {
  return scope.slice(scope.lastIndexOf('/') + 1).toLowerCase()
}

/**
 * `id` is what `check` will see again with nothing but an access token in hand, so it is the account's id, and the ids
 * of the id token are kept beside it. https://learn.microsoft.com/graph/api/resources/user
 */
async function identify({ accessToken, response }: Tokens, call: Call<MicrosoftSettings>): Promise<Identity> {
  const lane = call.keys.sign('memory', accessToken)
  const ask = await createGraphRequester({ accessToken, email: lane }, call, { bodyFormat: 'text' })
  const path = toPath(['me'], { $select: 'id,mail,userPrincipalName,displayName' })
  const { id, mail, userPrincipalName, displayName } = await ask<User>(path)
  // A guest's principal name is no address anybody can write to (`ann_fabrikam.com#EXT#@…`), but it names the account.
  const email = mail || userPrincipalName
  if (!id || !email) throw missingEmail()
  const { tid, oid } = decodeClaims(response.id_token)
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
    'Microsoft gives no e-mail address for this account. Connect an account that has one.',
  )
}

/** Straight from the token endpoint over TLS, so its signature says nothing more (OpenID Connect Core 1.0, 3.1.3.7). */
function decodeClaims(idToken: unknown): { tid?: string; oid?: string } {
  const [, payload = ''] = typeof idToken === 'string' ? idToken.split('.') : []
  try {
    const { tid, oid } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return { tid: String(tid ?? ''), oid: String(oid ?? '') }
  } catch {
    return {}
  }
}

/** An access token is opaque, so what it may is found out by asking for the least of what it is for. */
async function check(
  permission: Permission,
  probe: string,
  { credential }: AuthCheckRequest,
  call: Call<MicrosoftSettings>,
): Promise<AuthCheckResult> {
  const ask = await createGraphRequester(credential, call, {
    bodyFormat: 'text',
    tokenPointer: '#/credential/accessToken',
  })
  try {
    const [{ id }] = await Promise.all([ask<User>(toPath(['me'], { $select: 'id' })), ask(probe)])
    return { status: 'ok', ...(id ? { accountId: id } : {}) }
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    return { status: 'scope_required', message: scopeMessage(MICROSOFT, [permission]) }
  }
}
