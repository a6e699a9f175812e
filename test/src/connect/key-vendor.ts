import { type Static, Type } from '../../../src/contract/schema.ts'
import type { Application, Auth, Settings } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { withKeys } from '../../../src/kit/key-connections/auth.ts'
import { describeCertificate, readCertificate } from '../../../src/kit/key-connections/certificate.ts'
import { type KeyConnection, StoredKey } from '../../../src/kit/key-connections/connection.ts'
import { readPrivateKey } from '../../../src/kit/key-connections/private-key.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { everything } from '../fixture-vendor.ts'

const AcmeKey = Type.Interface([StoredKey], { clientId: Type.String({ minLength: 1 }), note: Type.String() })
type AcmeKey = Static<typeof AcmeKey>

/** What the vendor does with a client id. Others are accepted. */
const REFUSALS: Readonly<Record<string, () => Error>> = {
  unknown: () => new CredentialsExpiredError('Acme does not know this app. Ask the administrator to install it.'),
  down: () => new ProviderError(503, 'vendor-error', 'Acme is currently unavailable.'),
  busy: () => new ProviderError(429, 'rate-limited', 'Acme is limiting the number of requests.'),
  forbidden: () => new ProviderError(403, 'scope-required', 'The API is not enabled. Ask the administrator.'),
  broken: () => new Error('a bug'),
}

/** The tokens that were minted, and the client ids that the vendor refuses from now on. */
export const acme = { minted: 0, revoked: new Set<string>() }

const connection: KeyConnection<AcmeKey, Settings> = {
  vendor: 'Acme',
  form: {
    title: 'Connect Acme <with> a key',
    introduction: ['Needed is an app.'],
    fields: [
      { kind: 'text', name: 'clientId', label: 'Client ID' },
      { kind: 'text', name: 'note', label: 'Note', optional: true },
      { kind: 'long', name: 'privateKey', label: 'Private key', secret: true, read: readPrivateKey },
      { kind: 'long', name: 'certificate', label: 'Certificate', optional: true, read: readCertificate },
    ],
  },
  schema: AcmeKey,
  toKey: ({ clientId = '', note = '', privateKey = '', certificate }) => ({
    clientId,
    note,
    privateKey,
    ...omitUndefined({
      dateCertificateEnd: certificate ? describeCertificate(certificate, privateKey, 'certificate').dateEnd : undefined,
    }),
  }),
  mint: async ({ clientId }, call) => {
    const refuse = acme.revoked.has(clientId) ? REFUSALS.unknown : REFUSALS[clientId]
    if (refuse) throw refuse()
    acme.minted += 1
    return {
      accessToken: `minted-token-${acme.minted}`,
      dateExpiry: call.clock() + 3_600_000,
      scopes: ['read'],
      response: {},
    }
  },
  identify: async () => ({ email: 'ada@acme.example', accountId: 'a1', profile: { name: 'Ada' } }),
}

/** An application that is connected by signing in, or with a key that no vendor checks. */
export const keyApplication: Application = {
  ...everything,
  auth: withKeys(everything.auth as Auth<Settings>, async () => connection),
}
