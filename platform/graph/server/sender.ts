import type { Tenant } from '../../storage/connections/tenants.ts'
import type { Warning } from '../context.ts'
import type { Sender } from './execute.ts'

const LONGEST_LOCALE = 35

/** What a request says in its headers; the empty text where it says nothing. */
export interface Requesting {
  header: (name: 'x-user-timezone' | 'x-user-locale') => string
  requestId: string
}

/** Who sends a request, and from where on earth: see the request headers of the specification. */
export function senderOf({ header, requestId }: Requesting, viewer: Tenant): Sender {
  const wished = header('x-user-timezone')
  const timeZone = wished === '' ? 'UTC' : knownZone(wished)
  const warnings: Warning[] = timeZone
    ? []
    : [{ code: 'TIME_ZONE_UNKNOWN', message: 'x-user-timezone is no IANA zone.' }]
  const locale = header('x-user-locale').slice(0, LONGEST_LOCALE) || undefined
  return { viewer, timeZone: timeZone ?? 'UTC', locale, requestId, warnings }
}

function knownZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
