import { type Static, Type } from '../../src/contract/schema.ts'
import type { Call } from '../../src/kit/application.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { signAssertion } from '../../src/kit/key-connections/assertion.ts'
import { describeCertificate } from '../../src/kit/key-connections/certificate.ts'
import { type KeyConnection, StoredKey } from '../../src/kit/key-connections/connection.ts'
import type { FormValues } from '../../src/kit/key-connections/form.ts'
import { requestToken } from '../../src/kit/key-connections/token-request.ts'
import type { TokenErrors } from '../../src/kit/oauth/token-failure.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import type { Identity } from '../../src/kit/oauth/vendor.ts'
import { VendorError } from '../../src/kit/vendor-errors.ts'
import { createGraphRequester, type Requester } from './client.ts'
import { MICROSOFT_ERRORS } from './errors.ts'
import { readKeyHints, readKeyReasons } from './key-errors.ts'
import { CLIENT_ID_PATTERN, TENANT_PATTERN } from './key-fields.ts'
import { microsoftKeyForm } from './key-form.ts'
import { type MicrosoftSettings, toEndpoints } from './settings.ts'
import { type UserSegments, userSegments } from './user-segments.ts'

/** The key of an app registration of the customer's, and the mailbox that it reads. */
export const MicrosoftKey = Type.Interface([StoredKey], {
  tenant: Type.String({ pattern: TENANT_PATTERN }),
  clientId: Type.String({ pattern: CLIENT_ID_PATTERN }),
  mailbox: Type.String({ minLength: 1 }),
  /** SHA-256 of the certificate, in base64url. */
  thumbprint: Type.String({ minLength: 1 }),
})
type MicrosoftKey = Static<typeof MicrosoftKey>

/** What an application needs of an app registration. */
export interface MicrosoftKeyOptions {
  /** Application permissions (app roles). */
  roles: readonly string[]
  /** Application permissions without which a sync works with less. */
  optionalRoles?: readonly string[]
  /** A path below the user that Graph returns only to an application with the roles. */
  probePath: (user: UserSegments) => string
  /** Further paths, which need not lead anywhere: Graph refuses them if the application lacks a role or a policy. */
  refusedPaths?: (user: UserSegments) => readonly string[]
  /** The scopes that a person grants for the same. */
  scopes: readonly string[]
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
export function microsoftKey(options: MicrosoftKeyOptions): KeyConnection<MicrosoftKey, MicrosoftSettings> {
  const { roles, optionalRoles = [] } = options
  return {
    vendor: 'Microsoft',
    form: microsoftKeyForm(roles, optionalRoles),
    schema: MicrosoftKey,
    toKey,
    mint: (key, call) => mint(options, key, call),
    identify: (tokens, key, call) => identify(options, tokens, key, call),
  }
}

function toKey({
  tenant = '',
  clientId = '',
  certificate = '',
  privateKey = '',
  mailbox = '',
}: FormValues): MicrosoftKey {
  const { dateEnd, thumbprint } = describeCertificate(certificate, privateKey, 'certificate')
  return { tenant, clientId, privateKey, mailbox, thumbprint, dateCertificateEnd: dateEnd }
}

const ENDPOINT: TokenErrors = {
  vendor: 'Microsoft',
  rules: MICROSOFT_ERRORS,
  readReasons: readKeyReasons,
  readHints: readKeyHints,
}
const ASSERTION_LIFETIME_MS = 300_000

/** The response names no scopes: whether a role is missing, the first refused request says. */
async function mint(
  { scopes }: MicrosoftKeyOptions,
  { tenant, clientId, privateKey, thumbprint }: MicrosoftKey,
  call: Call<MicrosoftSettings>,
): Promise<Tokens> {
  const { origin } = call.settings
  const form = async () => ({
    grant_type: 'client_credentials',
    client_id: clientId,
    scope: 'https://graph.microsoft.com/.default',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signAssertion(
      {
        algorithm: 'PS256',
        privateKey,
        issuer: clientId,
        subject: clientId,
        audience: toEndpoints({ tenant }).token,
        lifetimeMs: ASSERTION_LIFETIME_MS,
        header: { 'x5t#S256': thumbprint },
      },
      call.clock(),
    ),
  })
  const url = toEndpoints({ ...call.settings, tenant }).token
  const tokens = await requestToken(
    ENDPOINT,
    { url, allowsPrivateAddress: origin !== undefined, account: clientId, form },
    call,
  )
  return { ...tokens, scopes: [...scopes] }
}

/** A token is issued without any role, too, so the mailbox is read. The mailbox itself is the account. */
async function identify(
  options: MicrosoftKeyOptions,
  { accessToken }: Tokens,
  { tenant, clientId, mailbox }: MicrosoftKey,
  call: Call<MicrosoftSettings>,
): Promise<Identity> {
  const profile = { tenant, clientId }
  const account = { accessToken, email: mailbox, profile: { ...profile, method: 'key' } }
  const request = await createGraphRequester(account, call, { bodyFormat: 'text' })
  await probeMailbox(request, userSegments(account), options)
  return { email: mailbox, accountId: mailbox, profile }
}

/** Throws a ProviderError, with the status 403 if the application lacks a permission. */
export async function probeMailbox(
  request: Requester,
  user: UserSegments,
  { roles, probePath, refusedPaths = () => [] }: Omit<MicrosoftKeyOptions, 'scopes'>,
): Promise<void> {
  try {
    await request(probePath(user))
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    throw new ProviderError(403, 'scope-required', roleMessage(roles), error.options)
  }
  for (const path of refusedPaths(user)) {
    try {
      await request(path)
    } catch (error) {
      if (!(error instanceof VendorError) || !['not-found', 'invalid-request'].includes(error.class)) throw error
    }
  }
}

/** The message to the administrator about missing permissions. */
function roleMessage(roles: readonly string[]): string {
  const list = roles.map((role) => `“${role}”`).join(' and ')
  return (
    `The application is not allowed to read this mailbox at Microsoft. It needs the application permissions ${list}: an ` +
    'administrator adds them in the Entra admin center under API permissions › Microsoft Graph and chooses “Grant admin ' +
    'consent”. A policy that limits the application to certain mailboxes has to include this one.'
  )
}
