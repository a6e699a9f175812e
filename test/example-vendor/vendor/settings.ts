import type { Vendor } from '../../../src/kit/application.ts'

/** The operator's settings for Beacon. People bring their own keys, so there is no client id or secret. */
export type BeaconSettings = {
  /** Origin that receives every request instead of Beacon's host: a sandbox or recording proxy. */
  origin?: string
}

export const BEACON_VARIABLES: Vendor<BeaconSettings>['variables'] = {
  origin: {
    name: 'BEACON_ORIGIN',
    kind: 'origin',
    description: "Origin that receives every request instead of Beacon's host.",
  },
}
