import { type ItemIds, itemIds } from '../outlook-ids.ts'
import type { Calendar, EventRecord } from './calendar.ts'
import type { Occurrence } from './occurrence.ts'

export function eventIds({ key }: EventRecord, { id }: Calendar): ItemIds {
  return itemIds(`event ${key} ${id}`, id)
}

/** An occurrence has ids of its own; they are no extension of the master's. */
export function occurrenceIds({ record, slot }: Occurrence, calendar: Calendar): ItemIds {
  return slot === undefined
    ? eventIds(record, calendar)
    : itemIds(`event ${record.key} ${calendar.id} on ${slot}`, calendar.id)
}

/** The same for all occurrences of a series, and in everybody's calendar. */
export function iCalUid({ key }: EventRecord): string {
  const digits = Buffer.from(key).toString('hex').toUpperCase().padEnd(64, '0').slice(0, 64)
  return `040000008200E00074C5B7101A82E008${digits}`
}
