import { findIana } from 'windows-iana'
import { isTimeZone } from '../../src/kit/time.ts'

/** Exchange's other names for UTC. */
const UTC_NAMES = ['utc', 'tzone://microsoft/utc', 'coordinated universal time']

/**
 * Converts Exchange's name of a time zone to its IANA name. Exchange uses Windows names, or IANA names where an
 * administrator set one. Returns undefined for custom zones (`Customized Time Zone`, `tzone://Microsoft/Custom`) and
 * unknown names.
 * https://learn.microsoft.com/graph/api/user-get-mailboxsettings
 */
export function toIana(name: string | null | undefined): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  if (UTC_NAMES.includes(name.toLowerCase())) return 'UTC'
  return isTimeZone(name) ? name : findIana(name).find(isTimeZone)
}
