import { type Static, Type } from '../../../src/contract/schema.ts'
import { signAssertion } from '../../../src/kit/key-connections/assertion.ts'
import { describeCertificate, readCertificate } from '../../../src/kit/key-connections/certificate.ts'
import { type KeyConnection, StoredKey } from '../../../src/kit/key-connections/connection.ts'
import { readPrivateKey } from '../../../src/kit/key-connections/private-key.ts'
import { requestToken } from '../../../src/kit/key-connections/token-request.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { identify } from '../vendor/account.ts'
import { API_ORIGIN } from '../vendor/client.ts'
import { BEACON_ERRORS } from './errors.ts'
import type { BeaconSettings } from './settings.ts'

/** A client of a customer's workspace and its private key. */
const BeaconKey = Type.Interface([StoredKey], { clientId: Type.String({ minLength: 1 }) })
type BeaconKey = Static<typeof BeaconKey>

const ASSERTION_LIFETIME_MS = 120_000

export const beaconKey: KeyConnection<BeaconKey, BeaconSettings> = {
  vendor: 'Beacon',
  form: {
    title: 'Connect Beacon with a key',
    introduction: ['An administrator of Beacon creates a client with a key pair under Settings › Clients.'],
    fields: [
      { kind: 'text', name: 'beaconClientId', label: 'Client ID' },
      {
        kind: 'long',
        name: 'privateKey',
        label: 'Private key',
        hint: 'The RSA key (PEM) whose public key the client has.',
        secret: true,
        accept: '.pem,.key,.txt',
        read: readPrivateKey,
      },
      {
        kind: 'long',
        name: 'certificate',
        label: 'Certificate',
        hint: 'The certificate (PEM) of the key, if it has one. With it, you are reminded before it expires.',
        optional: true,
        accept: '.pem,.crt,.cer,.txt',
        read: readCertificate,
      },
    ],
  },
  schema: BeaconKey,
  toKey: ({ beaconClientId = '', privateKey = '', certificate }) => {
    const details = certificate ? describeCertificate(certificate, privateKey, 'certificate') : undefined
    return { clientId: beaconClientId, privateKey, ...omitUndefined({ dateCertificateEnd: details?.dateEnd }) }
  },
  mint: ({ clientId, privateKey }, call) => {
    const { origin } = call.settings
    const request = {
      url: `${origin ?? API_ORIGIN}/oauth/token`,
      allowsPrivateAddress: origin !== undefined,
      account: clientId,
      form: async () => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(
          {
            algorithm: 'RS256',
            privateKey,
            issuer: clientId,
            subject: clientId,
            audience: API_ORIGIN,
            lifetimeMs: ASSERTION_LIFETIME_MS,
          },
          call.clock(),
        ),
      }),
    }
    return requestToken({ vendor: 'Beacon', rules: BEACON_ERRORS }, request, call)
  },
  identify: ({ accessToken }, _key, call) => identify(accessToken, call),
}
