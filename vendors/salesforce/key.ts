import { type Static, Type } from '../../src/contract/schema.ts'
import type { Call } from '../../src/kit/application.ts'
import { signAssertion } from '../../src/kit/key-connections/assertion.ts'
import { describeCertificate, readCertificate } from '../../src/kit/key-connections/certificate.ts'
import { type KeyConnection, StoredKey } from '../../src/kit/key-connections/connection.ts'
import type { FormValues } from '../../src/kit/key-connections/form.ts'
import { readPrivateKey } from '../../src/kit/key-connections/private-key.ts'
import { hasReason, requestToken } from '../../src/kit/key-connections/token-request.ts'
import type { TokenErrors } from '../../src/kit/oauth/token-failure.ts'
import type { Tokens } from '../../src/kit/oauth/tokens.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { createClient } from './api/client.ts'
import { AUDIENCE_REFUSED, SALESFORCE_ERRORS } from './errors.ts'
import { DEFAULT_LIFETIME_MS } from './introspection.ts'
import { PRODUCTION, SANDBOX, toAudiences, toLoginOrigin } from './login-address.ts'
import { identify, readHints, readKeyReasons, renew } from './oauth.ts'
import type { SalesforceSettings } from './settings.ts'

/** The key of an external client app of the customer's org. */
export const SalesforceKey = Type.Interface([StoredKey], {
  consumerKey: Type.String({ minLength: 1 }),
  username: Type.String({ minLength: 1 }),
  loginUrl: Type.String({ minLength: 1 }),
})
type SalesforceKey = Static<typeof SalesforceKey>

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_jwt_flow.htm */
export const salesforceKey: KeyConnection<SalesforceKey, SalesforceSettings> = {
  vendor: 'Salesforce',
  form: {
    title: 'Connect Salesforce with a key',
    introduction: [
      'You need an external client app in your org with the JWT bearer flow and a certificate, and a user for whom the app is approved. A Salesforce administrator sets up both.',
    ],
    fields: [
      {
        kind: 'text',
        name: 'consumerKey',
        label: 'Consumer key',
        hint: 'Setup › External Client App Manager › the app › OAuth settings › Consumer Key and Secret.',
      },
      {
        kind: 'text',
        name: 'username',
        label: 'Username',
        hint: 'The name with which the user signs in. It looks like an e-mail address, but is often not the user’s.',
        placeholder: 'integration@acme.example',
      },
      {
        kind: 'long',
        name: 'privateKey',
        label: 'Private key',
        hint: 'The RSA key (PEM) that belongs to the certificate of the app.',
        secret: true,
        accept: '.pem,.key,.txt',
        read: readPrivateKey,
      },
      {
        kind: 'choice',
        name: 'loginUrl',
        label: 'Login address',
        options: [
          { value: PRODUCTION, label: 'Production (login.salesforce.com)' },
          { value: SANDBOX, label: 'Sandbox (test.salesforce.com)' },
        ],
        other: 'or the My Domain of the org',
        placeholder: 'https://acme.my.salesforce.com',
        read: toLoginOrigin,
      },
      {
        kind: 'long',
        name: 'certificate',
        label: 'Certificate',
        hint: 'The certificate (PEM) of the app. With it, you are reminded before it expires.',
        optional: true,
        accept: '.pem,.crt,.cer,.txt',
        read: readCertificate,
      },
    ],
  },
  schema: SalesforceKey,
  toKey,
  mint,
  identify: identifyWithApi,
  renew: (tokens, _key, call) => renew(tokens, call),
}

function toKey({
  consumerKey = '',
  username = '',
  privateKey = '',
  loginUrl = '',
  certificate,
}: FormValues): SalesforceKey {
  return {
    consumerKey,
    username,
    privateKey,
    loginUrl,
    ...omitUndefined({
      dateCertificateEnd: certificate ? describeCertificate(certificate, privateKey, 'certificate').dateEnd : undefined,
    }),
  }
}

const ENDPOINT: TokenErrors = {
  vendor: 'Salesforce',
  rules: SALESFORCE_ERRORS,
  readReasons: readKeyReasons,
  readHints,
}
/** Pages of Salesforce name limits of three and of five minutes, and the clocks may differ. */
const ASSERTION_LIFETIME_MS = 170_000

/** Tries the other audience once if the org refuses the first: production orgs and sandboxes have different ones. */
async function mint(key: SalesforceKey, call: Call<SalesforceSettings>): Promise<Tokens> {
  const [first, second] = toAudiences(toLoginOrigin(key.loginUrl))
  try {
    return await mintFor(first, key, call)
  } catch (error) {
    if (!hasReason(error, AUDIENCE_REFUSED)) throw error
    return mintFor(second, key, call)
  }
}

/** Neither a client secret nor a refresh token is involved. The response does not say when the token expires. */
async function mintFor(audience: string, key: SalesforceKey, call: Call<SalesforceSettings>): Promise<Tokens> {
  const { consumerKey, username, privateKey } = key
  const { origin } = call.settings
  const dateRequested = call.clock()
  const form = async () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(
      {
        algorithm: 'RS256',
        privateKey,
        issuer: consumerKey,
        subject: username,
        audience,
        lifetimeMs: ASSERTION_LIFETIME_MS,
      },
      call.clock(),
    ),
  })
  const url = `${origin ?? toLoginOrigin(key.loginUrl)}/services/oauth2/token`
  const request = { url, allowsPrivateAddress: origin !== undefined, account: username, form }
  const tokens = await requestToken(ENDPOINT, request, call)
  return { dateExpiry: dateRequested + DEFAULT_LIFETIME_MS, ...tokens }
}

/** Reads the list of objects as well: an org or a user may be without API access. */
async function identifyWithApi(tokens: Tokens, _key: SalesforceKey, call: Call<SalesforceSettings>) {
  const identity = await identify(tokens, call)
  const { email, instanceUrl } = identity
  const account = { accessToken: tokens.accessToken, email, ...omitUndefined({ instanceUrl }), profile: null }
  const client = createClient(account, call, '#')
  await client.call((jsforce) => jsforce.describeGlobal(), { retryable: true })
  return identity
}
