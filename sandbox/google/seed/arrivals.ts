import type { Days } from '../../core/days.ts'

/** Where the odd mails go. */
export const TO = 'ada@meridian.example'

/** When a mail arrives: on the Thursday of a week, at twenty past the hour. */
export type At = (week: number, hour: number) => { receivedAt: number }

export function onThursdays(days: Days): At {
  return (week, hour) => ({ receivedAt: days.instant(week, 'Thu', `${String(hour).padStart(2, '0')}:20`) })
}
