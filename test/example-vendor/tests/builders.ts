import type { ConnectedProvider } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { createCall } from '../../kit/call.ts'
import { recordingsIn } from '../../kit/recordings.ts'
import type { BeaconSettings } from '../vendor/settings.ts'
import { SETTINGS } from './key/settings.ts'

export const { replay } = recordingsIn(new URL('recordings/', import.meta.url))

/** The account of the recordings. */
export const CREDENTIAL = {
  accessToken: 'ann-token',
  email: 'ann@example.com',
  instanceUrl: 'https://example.beacon.example',
  profile: null,
}

export function aConnection(application: string): ConnectedProvider {
  return { connectionId: 'c1', provider: 'provider-hub', application, credential: CREDENTIAL }
}

export function aCall(members: Partial<Call<BeaconSettings>> = {}): Call<BeaconSettings> {
  return createCall<BeaconSettings>(SETTINGS, members)
}
