import type { BeaconSettings } from '../../key-upload/settings.ts'

export const SETTINGS: BeaconSettings = {}
