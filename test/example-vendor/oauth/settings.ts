import type { Vendor } from '../../../src/kit/application.ts'
import type { Secret } from '../../../src/runtime/secret.ts'

/** The operator's settings for Beacon. */
export type BeaconSettings = {
  clientId: string
  clientSecret: Secret
  /** Origin that receives every request instead of Beacon's host: a sandbox or recording proxy. */
  origin?: string
}

export const BEACON_VARIABLES: Vendor<BeaconSettings>['variables'] = {
  clientId: {
    name: 'BEACON_CLIENT_ID',
    required: true,
    description: 'Client id of the OAuth application that is registered with Beacon.',
  },
  clientSecret: {
    name: 'BEACON_CLIENT_SECRET',
    required: true,
    secret: true,
    description: 'Its secret.',
  },
  origin: {
    name: 'BEACON_ORIGIN',
    kind: 'origin',
    description: "Origin that receives every request instead of Beacon's host.",
  },
}
