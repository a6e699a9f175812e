import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { formatRfc3339 } from '../../core/time/zones.ts'
import type { Calendar, EventTime } from './model.ts'
import { eventTimeToEpochMs, isCancelled, type Occurrence } from './occurrence.ts'

export interface EventJsonOptions {
  calendar: Calendar
  /** The time zone of the returned times. */
  timeZone: string
  instanceIds: 'dated' | 'opaque'
  /** A longer list is reduced to the calendar's owner. */
  maxAttendees: number
}

/** Converts an event to Calendar's JSON (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
export function toEventJson(occurrence: Occurrence, options: EventJsonOptions): Record<string, unknown> {
  const { record, override } = occurrence
  const id = toEventId(occurrence, options.instanceIds)
  const head = { kind: 'calendar#event', etag: createEtag(id, record.updated), id }
  const series = toSeriesFields(occurrence, options)
  if (isCancelled(occurrence)) return { ...head, status: 'cancelled', ...series }
  const isMaster = record.recurrence !== undefined && occurrence.original === undefined
  const times = omitUndefined({
    start: toTimeJson(occurrence.start, options),
    end: toTimeJson(occurrence.end, options),
    recurrence: isMaster ? [record.recurrence] : undefined,
  })
  const access = options.calendar.accessRole
  if (access === 'freeBusyReader') return { ...head, status: record.status, ...times, ...series }
  const visibility = omitUndefined({ visibility: record.visibility })
  const dates = { created: new Date(record.created).toISOString(), updated: new Date(record.updated).toISOString() }
  if (hidesDetails(occurrence, access)) {
    return { ...head, status: record.status, ...dates, ...times, ...series, ...visibility }
  }
  return {
    ...head,
    status: record.status,
    htmlLink: toHtmlLink(id, options.calendar),
    ...dates,
    ...record.fields,
    ...override?.fields,
    ...times,
    ...series,
    ...visibility,
    iCalUID: record.fields.iCalUID ?? `${record.id}@google.com`,
    sequence: override ? 1 : 0,
    ...toAttendeesJson(occurrence, options.maxAttendees),
    eventType: record.eventType,
  }
}

/** Google does not document the format of instance ids, so clients must cope with both formats. */
export function toEventId({ record, original }: Occurrence, format: EventJsonOptions['instanceIds']): string {
  if (!original) return record.id
  const stamp = 'date' in original ? original.date.replaceAll('-', '') : toUtcStamp(original)
  if (format === 'dated') return `${record.id}_${stamp}`
  return `${record.id}_r${createHash('sha1').update(`${record.id} ${stamp}`).digest('hex').slice(0, 20)}`
}

function toUtcStamp(time: Extract<EventTime, { dateTime: string }>): string {
  const instant = eventTimeToEpochMs(time, { timeZone: time.timeZone } as Calendar)
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function toSeriesFields({ record, original }: Occurrence, options: EventJsonOptions): Record<string, unknown> {
  return original ? { recurringEventId: record.id, originalStartTime: toTimeJson(original, options) } : {}
}

/** Only the owner and writers with full access see the details of private events. */
function hidesDetails({ record }: Occurrence, access: Calendar['accessRole']): boolean {
  const isLimited = access === 'reader' || access === 'writerWithoutPrivateAccess'
  return isLimited && (record.visibility === 'private' || record.visibility === 'confidential')
}

function toTimeJson(time: EventTime, { calendar, timeZone }: EventJsonOptions): Record<string, string> {
  if ('date' in time) return { date: time.date }
  return { dateTime: formatRfc3339(eventTimeToEpochMs(time, calendar), timeZone), timeZone: time.timeZone }
}

/** A list longer than `maxAttendees` is reduced to the calendar's owner. */
function toAttendeesJson({ record }: Occurrence, maxAttendees: number): Record<string, unknown> {
  const { attendees } = record
  if (attendees === undefined || attendees.length === 0) return {}
  if (attendees.length <= maxAttendees) return { attendees }
  return { attendees: attendees.filter(({ self }) => self), attendeesOmitted: true }
}

function toHtmlLink(id: string, calendar: Calendar): string {
  return `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${calendar.id}`).toString('base64url')}`
}

export function createEtag(id: string, version: number): string {
  return `"${createHash('sha1').update(`${id} ${version}`).digest('hex').slice(0, 16)}"`
}
