import { createItemIds, type ItemIds } from '../api/outlook-ids.ts'
import type { Calendar, EventRecord } from './model.ts'
import type { Occurrence } from './occurrence.ts'

export function eventIds({ key }: EventRecord, { id }: Calendar): ItemIds {
  return createItemIds(`event ${key} ${id}`, id)
}

/** The ids of an occurrence are independent of those of its series master. */
export function occurrenceIds({ record, originalDate }: Occurrence, calendar: Calendar): ItemIds {
  return originalDate === undefined
    ? eventIds(record, calendar)
    : createItemIds(`event ${record.key} ${calendar.id} on ${originalDate}`, calendar.id)
}

/** The iCalUId, which is the same for all occurrences of a series and in the calendars of all attendees. */
export function iCalUid({ key }: EventRecord): string {
  const digits = Buffer.from(key).toString('hex').toUpperCase().padEnd(64, '0').slice(0, 64)
  return `040000008200E00074C5B7101A82E008${digits}`
}
