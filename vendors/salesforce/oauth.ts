import type { AuthCheckRequest, AuthCheckResult, Credential } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { oauthHandlers } from '../../src/kit/oauth/handlers.ts'
import { missingPermissions, type Permission, scopeMessage } from '../../src/kit/oauth/permissions.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import type { Identity, OAuthVendor } from '../../src/kit/oauth/vendor.ts'
import { VendorError } from '../../src/kit/vendor-errors.ts'
import { omitEmpty } from '../../src/runtime/omit.ts'
import { createClient } from './api/client.ts'
import { fetchIdentity } from './api/identity.ts'
import { requireInstance, toInstance } from './api/instance.ts'
import { ALREADY_PROCESSED, ASSERTION_EXPIRED, AUDIENCE_REFUSED, SALESFORCE_ERRORS } from './errors.ts'
import { findExpiry } from './introspection.ts'
import { type SalesforceSettings, toEndpoints } from './settings.ts'

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm */
const PERMISSIONS: readonly Permission[] = [{ scope: 'api', label: 'Manage user data via APIs' }]

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm */
const SALESFORCE: OAuthVendor<SalesforceSettings> = {
  vendor: 'Salesforce',
  endpoints: toEndpoints,
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  identityScopes: ['openid', 'refresh_token'],
  // Without `login` the browser's current user is connected, in whichever org that is.
  authorizeParameters: { prompt: 'login', display: 'popup' },
  rules: SALESFORCE_ERRORS,
  // `full` includes `api`, and is then the only scope in the response.
  canonicalScope: (scope) => (scope === 'full' ? 'api' : scope),
  identify,
  findExpiry,
  readReasons,
  readHints,
  permissionAdvice: (permissions) =>
    `Ask your Salesforce administrator to add ${permissions} to the scopes of this application, then connect again.`,
  renew,
}

/** The `auth` handlers of the application. */
export const salesforceAuth: Auth<SalesforceSettings> = { ...oauthHandlers(SALESFORCE, PERMISSIONS), check }

/** Only the description distinguishes a refresh that has to wait from a token that is dead. */
function readReasons(error: Readonly<Record<string, unknown>>): string[] {
  return readHints(error).filter((description) => description === ALREADY_PROCESSED)
}

/** The wording of a refused audience differs between pages and orgs. */
export function readKeyReasons(error: Readonly<Record<string, unknown>>): string[] {
  return readHints(error).flatMap((description) => {
    if (/\baudience\b/.test(description)) return [AUDIENCE_REFUSED]
    return description === ASSERTION_EXPIRED ? [ASSERTION_EXPIRED] : []
  })
}

/** Many errors are an `invalid_grant` and differ only in their description. */
export function readHints({ error_description }: Readonly<Record<string, unknown>>): string[] {
  return typeof error_description === 'string'
    ? [error_description.trim().toLowerCase().replace(/\.$/, '').replace('’', "'")]
    : []
}

/** Returns the new instance URL of an org that was moved. A URL that is not Salesforce's is ignored. */
export function renew({ response }: Tokens, { settings }: Call<SalesforceSettings>): Partial<Credential> {
  const instanceUrl = toInstance(toInstanceUrl(response), settings)
  return instanceUrl ? { instanceUrl } : {}
}

function toInstanceUrl({ instance_url }: Tokens['response']): string | undefined {
  return typeof instance_url === 'string' ? instance_url : undefined
}

/** Returns the user who signed in. The username only looks like an address, so it is never used as one. */
export async function identify({ accessToken, response }: Tokens, call: Call<SalesforceSettings>): Promise<Identity> {
  const instanceUrl = requireInstance(toInstanceUrl(response), call.settings, 'instance_url')
  // The address is not known yet, so a fingerprint of the token keys the concurrency limit.
  const accountKey = call.keys.sign('memory', accessToken)
  const client = createClient({ accessToken, email: accountKey, instanceUrl, profile: null }, call, '#')
  const { userId, organizationId, email, username, displayName } = await fetchIdentity(client)
  if (!email) throw missingEmail()
  return {
    email,
    accountId: `${organizationId}/${userId}`,
    instanceId: organizationId,
    instanceUrl,
    profile: omitEmpty({ username, name: displayName }),
  }
}

function missingEmail(): ProviderError {
  return new ProviderError(
    403,
    'scope-required',
    'Salesforce did not return the e-mail address of this user. Ask your Salesforce administrator to add the scope ' +
      '“Access unique user identifiers (openid)” to the application, then connect again.',
  )
}

/** Requests the user of the token, and the list of objects, which requires API access. */
async function check({ credential }: AuthCheckRequest, call: Call<SalesforceSettings>): Promise<AuthCheckResult> {
  const missing = missingPermissions(SALESFORCE, PERMISSIONS, scopesOf(credential))
  if (missing.length > 0) return { status: 'scope_required', message: scopeMessage(SALESFORCE, missing) }
  const client = createClient(credential, call, '#/credential')
  try {
    const { userId, organizationId } = await fetchIdentity(client)
    await client.call((jsforce) => jsforce.describeGlobal(), { retryable: true })
    return { status: 'ok', accountId: `${organizationId}/${userId}` }
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    return { status: 'scope_required', message: error.message }
  }
}

/** The scopes granted when the account was connected. A credential without them is assumed to have all. */
function scopesOf({ profile }: Credential): string[] {
  const { scopes } = (profile ?? {}) as { scopes?: unknown }
  return Array.isArray(scopes) ? scopes.map(String) : PERMISSIONS.map(({ scope }) => scope)
}
