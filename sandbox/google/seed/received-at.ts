import type { RelativeDates } from '../../core/time/relative-dates.ts'

/** Where the odd mails go. */
export const TO = 'ada@meridian.example'

/** When a mail arrives: on the Thursday of a week, at twenty past the hour. */
export type ReceivedAt = (week: number, hour: number) => { receivedAt: number }

export function createReceivedAt(days: RelativeDates): ReceivedAt {
  return (week, hour) => ({ receivedAt: days.epochMs(week, 'Thu', `${String(hour).padStart(2, '0')}:20`) })
}
