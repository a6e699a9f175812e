import type { Auth } from '../../../src/kit/application.ts'
import { oauthHandlers } from '../../../src/kit/oauth/handlers.ts'
import type { Permission } from '../../../src/kit/oauth/permissions.ts'
import type { OAuthVendor } from '../../../src/kit/oauth/vendor.ts'
import { check, identify } from '../vendor/account.ts'
import { API_ORIGIN } from '../vendor/client.ts'
import { BEACON_ERRORS } from './errors.ts'
import type { BeaconSettings } from './settings.ts'

/** The labels are those of Beacon's consent page. */
const PERMISSIONS: readonly Permission[] = [
  { scope: 'workspace.read', label: 'Read your workspace' },
  { scope: 'workspace.write', label: 'Change your workspace' },
]

const BEACON: OAuthVendor<BeaconSettings> = {
  vendor: 'Beacon',
  endpoints: ({ origin = API_ORIGIN }) => ({ authorize: `${origin}/oauth/authorize`, token: `${origin}/oauth/token` }),
  client: ({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret }),
  identityScopes: ['offline'],
  rules: BEACON_ERRORS,
  canonicalScope: (scope) => scope,
  identify: ({ accessToken }, call) => identify(accessToken, call),
}

/** The `auth` handlers of Beacon's applications: people sign in. */
export const beaconAuth: Auth<BeaconSettings> = { ...oauthHandlers(BEACON, PERMISSIONS), check }
