import type { BeaconSettings } from '../../vendor/settings.ts'

export const SETTINGS: BeaconSettings = {}
