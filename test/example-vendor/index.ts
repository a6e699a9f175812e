import type { Vendor } from '../../src/kit/application.ts'
import { BEACON_ERRORS } from './errors.ts'
import { mailroom } from './mailroom/index.ts'
import type { BeaconSettings } from './settings.ts'

/** Beacon: a vendor that does not exist, whose application is connected with an API key. An example to copy. */
export const beacon: Vendor<BeaconSettings> = {
  name: 'beacon',
  label: 'Beacon',
  variables: {
    origin: {
      name: 'BEACON_ORIGIN',
      kind: 'origin',
      description: "Origin that receives every request instead of Beacon's host.",
    },
  },
  errors: BEACON_ERRORS,
  applications: [mailroom],
}
