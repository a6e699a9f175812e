import { toLocalDateTime } from '../../core/time/zones.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { Preferences } from '../api/preferences.ts'
import type { MicrosoftSettings } from '../settings.ts'
import type { Occurrence } from './occurrence.ts'

/** The time zone of a response: its name in the response and its IANA zone. */
export interface OutputTimeZone {
  name: string
  zone: string
}

/** Returns the preferred time zone of the request, by default the one of `zoneWithoutPreference`. */
export function resolveOutputTimeZone(
  prefer: Preferences,
  account: MicrosoftAccount,
  settings: MicrosoftSettings,
): OutputTimeZone {
  if (prefer.timeZone) return prefer.timeZone
  const { name, zone } = account.clock
  return settings.zoneWithoutPreference === 'mailbox' ? { name, zone } : { name: 'UTC', zone: 'UTC' }
}

/** `start` and `end`, with seven fractional digits and without an offset. */
export function toTimesJson(
  { span, startsAt, endsAt }: Occurrence,
  { name, zone }: OutputTimeZone,
): Record<string, object> {
  const toDateTimeTimeZone = (text: string) => ({ dateTime: `${text}.0000000`, timeZone: name })
  // An all-day event lasts from midnight to midnight in every zone: its dates are not converted.
  if (span.allDay) {
    return { start: toDateTimeTimeZone(`${span.start}T00:00:00`), end: toDateTimeTimeZone(`${span.end}T00:00:00`) }
  }
  return {
    start: toDateTimeTimeZone(toLocalDateTime(startsAt, zone)),
    end: toDateTimeTimeZone(toLocalDateTime(endsAt, zone)),
  }
}

/** `2026-03-16T09:00:00.0000000Z` */
export function formatTicks(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '0000Z')
}

/** `2026-03-16T09:00:00Z` */
export function formatSeconds(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}

/** Microsoft's value for a time that is not set. */
export const NO_DATE = '0001-01-01T00:00:00Z'
