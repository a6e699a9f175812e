import type { RelativeDates } from '../../core/time/relative-dates.ts'

/** The recipient of the edge-case messages. */
export const TO = 'ada@meridian.example'

/** Returns when a message is received: on the Thursday of a week, twenty minutes past the hour. */
export type ReceivedAt = (week: number, hour: number) => { receivedAt: number }

export function createReceivedAt(days: RelativeDates): ReceivedAt {
  return (week, hour) => ({ receivedAt: days.epochMs(week, 'Thu', `${String(hour).padStart(2, '0')}:20`) })
}
