import type { Vendor } from '../../../src/kit/application.ts'
import { mailroom } from './beacon-mailroom/index.ts'
import { BEACON_ERRORS } from './errors.ts'
import { BEACON_VARIABLES, type BeaconSettings } from './settings.ts'

/** The applications of Beacon. */
export const beacon: Vendor<BeaconSettings> = {
  name: 'beacon',
  label: 'Beacon',
  variables: BEACON_VARIABLES,
  errors: BEACON_ERRORS,
  applications: [mailroom],
}
