import { Secret } from '../../../../src/runtime/secret.ts'
import type { BeaconSettings } from '../../oauth/settings.ts'

export const SETTINGS: BeaconSettings = { clientId: 'a-client', clientSecret: new Secret('a-client-secret') }
