import type { Context } from 'koa'
import type { Tenant } from '../../storage/tenants.ts'
import type { Warning } from '../context.ts'
import type { Sender } from './execute.ts'

const LONGEST_LOCALE = 35

/** Who sends a request, and from where on earth: see the request headers of the specification. */
export function senderOf(ctx: Context, viewer: Tenant): Sender {
  const wished = ctx.get('x-user-timezone')
  const timeZone = wished === '' ? 'UTC' : knownZone(wished)
  const warnings: Warning[] = timeZone
    ? []
    : [{ code: 'TIME_ZONE_UNKNOWN', message: 'x-user-timezone is no IANA zone.' }]
  const locale = ctx.get('x-user-locale').slice(0, LONGEST_LOCALE) || undefined
  return { viewer, timeZone: timeZone ?? 'UTC', locale, requestId: ctx.state.requestId, warnings }
}

function knownZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
