import type { Tenant } from '../../storage/connections/tenants.ts'
import type { Warning } from '../context.ts'
import type { Sender } from './execute.ts'

const MAX_LOCALE_LENGTH = 35

/** What a request says in its headers; the empty text where it says nothing. */
export interface RequestHeaders {
  header: (name: 'x-user-timezone' | 'x-user-locale') => string
  requestId: string
}

/** Who sends a request, and from where on earth: see the request headers of the specification. */
export function toSender({ header, requestId }: RequestHeaders, viewer: Tenant): Sender {
  const wished = header('x-user-timezone')
  const timeZone = wished === '' ? 'UTC' : resolveTimeZone(wished)
  const warnings: Warning[] = timeZone
    ? []
    : [{ code: 'TIME_ZONE_UNKNOWN', message: 'x-user-timezone is no IANA zone.' }]
  const locale = header('x-user-locale').slice(0, MAX_LOCALE_LENGTH) || undefined
  return { viewer, timeZone: timeZone ?? 'UTC', locale, requestId, warnings }
}

function resolveTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
