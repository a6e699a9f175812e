import { isTimeZone } from '../../core/time/zones.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** Windows names of fixture zones that are not the default IANA zone of their Windows zone. */
const WINDOWS_NAME_OVERRIDES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'Europe/Oslo': 'W. Europe Standard Time',
  'Europe/Riga': 'FLE Standard Time',
}

/**
 * Returns the IANA zone for a Windows or IANA name, and undefined for offsets and unknown names
 * (https://learn.microsoft.com/graph/api/resources/datetimetimezone).
 */
export function toIanaZone(name: string): string | undefined {
  if (name === 'tzone://Microsoft/Utc') return 'UTC'
  const windows = Object.hasOwn(WINDOWS_ZONES, name) ? WINDOWS_ZONES[name] : undefined
  if (windows) return windows
  return /^[A-Z]\w+\/[\w/+-]+$/.test(name) && isTimeZone(name) ? name : undefined
}

/** Returns the Windows name of an IANA zone, or the IANA name when Windows has no such zone. */
export function toWindowsName(zone: string): string {
  return WINDOWS_NAME_OVERRIDES[zone] ?? Object.keys(WINDOWS_ZONES).find((name) => WINDOWS_ZONES[name] === zone) ?? zone
}
