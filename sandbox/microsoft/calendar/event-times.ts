import { toLocalDateTime } from '../../core/time/zones.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { Preferences } from '../api/preferences.ts'
import type { MicrosoftSettings } from '../settings.ts'
import type { Occurrence } from './occurrence.ts'

/** The zone in which times are written, under the name by which it is told. */
export interface OutputTimeZone {
  name: string
  zone: string
}

/** The preferred zone of this very call; without one, what the knob says. */
export function resolveOutputTimeZone(
  prefer: Preferences,
  account: MicrosoftAccount,
  settings: MicrosoftSettings,
): OutputTimeZone {
  if (prefer.timeZone) return prefer.timeZone
  const { name, zone } = account.clock
  return settings.zoneWithoutPreference === 'mailbox' ? { name, zone } : { name: 'UTC', zone: 'UTC' }
}

/** `start` and `end`: seven digits of a second and no zone in the text. */
export function toTimesJson(
  { span, startsAt, endsAt }: Occurrence,
  { name, zone }: OutputTimeZone,
): Record<string, object> {
  const written = (text: string) => ({ dateTime: `${text}.0000000`, timeZone: name })
  // An all-day event is midnight to midnight in whatever zone it is read: its dates are not shifted.
  if (span.allDay) return { start: written(`${span.start}T00:00:00`), end: written(`${span.end}T00:00:00`) }
  return { start: written(toLocalDateTime(startsAt, zone)), end: written(toLocalDateTime(endsAt, zone)) }
}

/** `2026-03-16T09:00:00.0000000Z` */
export function formatTicks(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '0000Z')
}

/** How Microsoft writes that there is no time. */
export const NO_DATE = '0001-01-01T00:00:00Z'
