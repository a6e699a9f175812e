import type { Tenant } from '../../storage/connections/tenants.ts'
import type { Warning } from '../context.ts'
import type { Sender } from './execute.ts'

const MAX_LOCALE_LENGTH = 35

/** The headers of a request; an absent header is the empty string. */
export interface RequestHeaders {
  header: (name: 'x-user-timezone' | 'x-user-locale') => string
  requestId: string
}

/** The sender of a request. An unknown time zone is replaced by UTC with a warning. */
export function toSender({ header, requestId }: RequestHeaders, viewer: Tenant): Sender {
  const requested = header('x-user-timezone')
  const timeZone = requested === '' ? 'UTC' : resolveTimeZone(requested)
  const warnings: Warning[] = timeZone
    ? []
    : [{ code: 'TIME_ZONE_UNKNOWN', message: 'x-user-timezone is not an IANA time zone name; UTC is used.' }]
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
