import { findIana } from 'windows-iana'
import { isTimeZone } from '../../src/kit/time.ts'

/** Other names that Exchange has for UTC. */
const UTC_NAMES = ['utc', 'tzone://microsoft/utc', 'coordinated universal time']

/**
 * The IANA name of a zone as Exchange calls it: a Windows name, or an IANA name where an administrator set one.
 * Undefined for zones that a user made up (`Customized Time Zone`, `tzone://Microsoft/Custom`) and names nobody knows.
 * https://learn.microsoft.com/graph/api/user-get-mailboxsettings
 */
export function toIana(name: string | null | undefined): string | undefined {
  if (!name) return undefined
  if (UTC_NAMES.includes(name.toLowerCase())) return 'UTC'
  return isTimeZone(name) ? name : findIana(name).find(isTimeZone)
}
