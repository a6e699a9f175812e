import { type Static, Type } from '../../src/contract/schema.ts'
import type { Call } from '../../src/kit/application.ts'
import { signAssertion } from '../../src/kit/key-connections/assertion.ts'
import { type KeyConnection, StoredKey } from '../../src/kit/key-connections/connection.ts'
import type { FormValues } from '../../src/kit/key-connections/form.ts'
import { hasReason, requestToken } from '../../src/kit/key-connections/token-request.ts'
import type { TokenErrors } from '../../src/kit/oauth/token-failure.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import type { Identity } from '../../src/kit/oauth/vendor.ts'
import { fetchProbe } from './client.ts'
import { GOOGLE_ERRORS } from './errors.ts'
import { CLOCK_REASON } from './key-errors.ts'
import { readServiceAccount, readSubject, type ServiceAccount } from './service-account.ts'
import { type GoogleSettings, toEndpoints } from './settings.ts'

/** The key of a service account, and the user on whose behalf it reads. */
export const GoogleKey = Type.Interface([StoredKey], {
  clientEmail: Type.String({ minLength: 1 }),
  privateKeyId: Type.String(),
  subject: Type.String({ minLength: 1 }),
})
type GoogleKey = Static<typeof GoogleKey>

/** What an application needs of a service account. */
export interface GoogleKeyOptions {
  scopes: readonly string[]
  optionalScopes: readonly string[]
  /** Address in the application's API that only a user with its permissions can read. */
  probe: string
}

/** https://developers.google.com/identity/protocols/oauth2/service-account */
export function googleKey(options: GoogleKeyOptions): KeyConnection<GoogleKey, GoogleSettings> {
  const scopes = [...options.scopes, ...options.optionalScopes]
  return {
    vendor: 'Google',
    form: {
      title: 'Connect Google with a service account',
      introduction: [
        'You need a service account with domain-wide delegation and a user of the Google Workspace. An administrator enters two values in the Admin console under Security › Access and data control › API controls › Manage Domain Wide Delegation › Add new:',
        'As the client ID, the number “client_id” of the JSON file, not the address of the service account. As the scopes, exactly this line:',
      ],
      accountField: 'subject',
      copies: [{ label: 'OAuth scopes', text: scopes.join(',') }],
      fields: [
        {
          kind: 'long',
          name: 'serviceAccount',
          label: 'Key of the service account (JSON)',
          hint: 'The file that the Google Cloud console created with the key.',
          secret: true,
          accept: '.json,application/json',
          read: readServiceAccount,
        },
        {
          kind: 'text',
          name: 'subject',
          label: 'Address of the user',
          hint: 'The user of the Workspace whose data is read.',
          placeholder: 'ada@acme.example',
          read: readSubject,
        },
      ],
    },
    schema: GoogleKey,
    toKey,
    mint: (key, call, granted) => mint(options, key, call, granted),
    identify: (tokens, key, call) => identify(options.probe, tokens, key, call),
  }
}

function toKey({ serviceAccount = '', subject = '' }: FormValues): GoogleKey {
  return { ...(JSON.parse(serviceAccount) as ServiceAccount), subject }
}

/** The audience and the scopes are constants; nothing of the key's file decides where the assertion is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const ASSERTION_LIFETIME_MS = 600_000
const ENDPOINT: TokenErrors = { vendor: 'Google', rules: GOOGLE_ERRORS, readReasons, readHints }
/** A delegation that lacks one of the scopes refuses all of them. */
const SCOPE_REASONS = ['unauthorized_client', 'access_denied']

/**
 * Requests all scopes, and the required ones alone if those are refused: an administrator may leave the optional ones out.
 * A refresh requests those that were granted before.
 */
async function mint(
  { scopes, optionalScopes }: GoogleKeyOptions,
  key: GoogleKey,
  call: Call<GoogleSettings>,
  granted?: readonly string[],
): Promise<Tokens> {
  const optional = granted ? optionalScopes.filter((scope) => granted.includes(scope)) : optionalScopes
  try {
    return await mintWith([...scopes, ...optional], key, call)
  } catch (error) {
    const isRefused = SCOPE_REASONS.some((reason) => hasReason(error, reason))
    if (!isRefused || optional.length === 0) throw error
    return mintWith(scopes, key, call)
  }
}

/** Without `sub` the token would be that of the service account, whose own calendar and mailbox are empty. */
async function mintWith(scopes: readonly string[], key: GoogleKey, call: Call<GoogleSettings>): Promise<Tokens> {
  const { clientEmail, privateKeyId, privateKey, subject } = key
  const form = async () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(
      {
        algorithm: 'RS256',
        privateKey,
        issuer: clientEmail,
        subject,
        audience: AUDIENCE,
        lifetimeMs: ASSERTION_LIFETIME_MS,
        header: privateKeyId ? { kid: privateKeyId } : {},
        claims: { scope: scopes.join(' ') },
      },
      call.clock(),
    ),
  })
  const { origin } = call.settings
  const url = toEndpoints(call.settings).token
  const tokens = await requestToken(
    ENDPOINT,
    { url, allowsPrivateAddress: origin !== undefined, account: subject, form },
    call,
  )
  // The response need not list the scopes: all of them were granted, or none.
  return { ...tokens, scopes: [...scopes] }
}

async function identify(
  probe: string,
  { accessToken }: Tokens,
  { subject, clientEmail }: GoogleKey,
  call: Call<GoogleSettings>,
): Promise<Identity> {
  await fetchProbe(probe, { accessToken, email: subject, profile: { method: 'key' } }, call)
  return { email: subject, accountId: subject, profile: { serviceAccount: clientEmail } }
}

/** Only the description tells a wrong clock from a wrong key. */
function readReasons(error: Readonly<Record<string, unknown>>): string[] {
  return readHints(error).some((description) => /reasonable timeframe/.test(description)) ? [CLOCK_REASON] : []
}

function readHints({ error_description }: Readonly<Record<string, unknown>>): string[] {
  return typeof error_description === 'string' ? [error_description.trim().toLowerCase().replace(/\.$/, '')] : []
}
