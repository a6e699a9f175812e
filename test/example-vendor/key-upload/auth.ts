import type { Auth } from '../../../src/kit/application.ts'
import { keyAuth } from '../../../src/kit/key-connections/auth.ts'
import { check } from '../vendor/account.ts'
import type { BeaconSettings } from './settings.ts'

/** The `auth` handlers of Beacon's applications: a form for a private key, which is too large for a URL. */
export const beaconAuth: Auth<BeaconSettings> = keyAuth(async () => (await import('./key.ts')).beaconKey, check)
