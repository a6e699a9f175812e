import { PEOPLE } from '../../../sandbox/core/fixtures.ts'
import { getBearerToken, type HttpRequest } from '../../../sandbox/core/http/request.ts'
import type { MockServer } from '../../../sandbox/core/mock-server.ts'
import { AuthorizationServer } from '../../../sandbox/core/oauth/authorization-server.ts'
import type { Clock } from '../../../sandbox/core/time/clock.ts'
import type { BeaconOptions, SignIn } from './server.ts'

/** The API key of Ada's account. */
export const API_KEY = 'key_0123456789abcdef0123'

/** People bring API keys: there is no page to sign in, and nothing for the operator to set but the origin. */
export function createSignIn(_options: BeaconOptions, clock: Clock): SignIn {
  const vendor = { scopes: {}, createToken: () => '' }
  let isRevoked = false
  return {
    // The controls of every mock server are about an authorization server: this one has no client.
    oauth: new AuthorizationServer({ clock, vendor, clients: [{ id: '', secret: '', name: '', redirectUris: [] }] }),
    routes: [],
    identify: (request: HttpRequest) =>
      getBearerToken(request) === API_KEY && !isRevoked ? PEOPLE.ada.email : undefined,
    complete: (server: MockServer): MockServer => ({
      ...server,
      environment: { BEACON_ORIGIN: server.origin },
      formValues: { beaconKey: API_KEY },
    }),
    grant: (_account: string) => API_KEY,
    revoke: () => {
      isRevoked = true
    },
  }
}
