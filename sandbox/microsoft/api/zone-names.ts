import { isTimeZone } from '../../core/time/zones.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** Zones of the sample world that share a Windows zone with another city. */
const WINDOWS_NAME_OVERRIDES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'Europe/Oslo': 'W. Europe Standard Time',
  'Europe/Riga': 'FLE Standard Time',
}

/**
 * The IANA zone that a name means: Windows names and IANA names are taken, offsets and made-up names are not
 * (https://learn.microsoft.com/graph/api/resources/datetimetimezone).
 */
export function toIanaZone(name: string): string | undefined {
  if (name === 'tzone://Microsoft/Utc') return 'UTC'
  const windows = Object.hasOwn(WINDOWS_ZONES, name) ? WINDOWS_ZONES[name] : undefined
  if (windows) return windows
  return /^[A-Z]\w+\/[\w/+-]+$/.test(name) && isTimeZone(name) ? name : undefined
}

/** The Windows name of an IANA zone; the zone itself when Windows has none for it. */
export function toWindowsName(zone: string): string {
  return WINDOWS_NAME_OVERRIDES[zone] ?? Object.keys(WINDOWS_ZONES).find((name) => WINDOWS_ZONES[name] === zone) ?? zone
}
