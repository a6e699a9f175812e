import { randomBytes } from 'node:crypto'
import { PEOPLE } from '../../../../sandbox/core/fixtures.ts'
import { getBearerToken, type HttpRequest, parseForm } from '../../../../sandbox/core/http/request.ts'
import { type HttpResponse, json } from '../../../../sandbox/core/http/responses.ts'
import { parseAssertion, toClaimTime } from '../../../../sandbox/core/keys/assertion.ts'
import { getSampleKey } from '../../../../sandbox/core/keys/sample-key.ts'
import type { MockServer } from '../../../../sandbox/core/mock-server.ts'
import { AuthorizationServer } from '../../../../sandbox/core/oauth/authorization-server.ts'
import type { Clock } from '../../../../sandbox/core/time/clock.ts'
import type { BeaconOptions, SignIn } from '../server.ts'

const CLIENT = { id: 'beacon-client', secret: '', name: 'Provider Hub', redirectUris: [] }
const AUDIENCE = 'https://api.beacon.example'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const MAX_LIFETIME_MS = 300_000

/** A client of the workspace with a key pair: it signs assertions (RFC 7523) on behalf of Ada. */
export function createSignIn(_options: BeaconOptions, clock: Clock): SignIn {
  const vendor = { scopes: {}, createToken: () => `access_${randomBytes(24).toString('base64url')}` }
  const oauth = new AuthorizationServer({ clock, vendor, clients: [CLIENT] })
  const start = clock.now()
  let isRevoked = false
  const issue = (account: string) => oauth.grants.issue(CLIENT, { account, scopes: [], offline: false }).access
  const issueToken = (request: HttpRequest): HttpResponse => {
    const refusal = isRevoked ? 'invalid_client' : findRefusal(request, start, clock.now())
    if (refusal) return json({ error: refusal }, 400)
    const { token, expiresAt } = issue(PEOPLE.ada.email)
    const seconds = Math.floor((expiresAt - clock.now()) / 1000)
    return json({ access_token: token, token_type: 'Bearer', expires_in: seconds })
  }
  return {
    oauth,
    routes: [{ method: 'POST', pattern: '/oauth/token', handle: issueToken }],
    identify: (request: HttpRequest) => oauth.grants.inspect(getBearerToken(request) ?? '')?.grant.account,
    complete: (server: MockServer): MockServer => ({
      ...server,
      environment: { BEACON_ORIGIN: server.origin },
      // Creates the key on first use.
      get formValues() {
        const { privateKey, certificate } = getSampleKey(start)
        return { beaconClientId: CLIENT.id, privateKey, certificate }
      },
    }),
    grant: (account: string) => issue(account).token,
    revoke: () => {
      isRevoked = true
      oauth.grants.revoke(() => true)
    },
  }
}

/** The error of RFC 6749, section 5.2, for a request that is refused. */
function findRefusal(request: HttpRequest, start: number, now: number): string | undefined {
  const form = parseForm(request)
  if (form.get('grant_type') !== GRANT_TYPE) return 'unsupported_grant_type'
  const assertion = parseAssertion(form.get('assertion') ?? '')
  if (!assertion) return 'invalid_request'
  const { iss, aud, exp } = assertion.claims
  if (iss !== CLIENT.id) return 'invalid_client'
  const end = toClaimTime(exp)
  const isInTime = end !== undefined && end > now && end <= now + MAX_LIFETIME_MS
  const isValid = isInTime && aud === AUDIENCE && assertion.isSignedBy(getSampleKey(start).publicKey)
  return isValid ? undefined : 'invalid_grant'
}
