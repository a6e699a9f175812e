import { createHash } from 'node:crypto'
import { rfc3339 } from '../../core/zones.ts'
import type { Calendar, EventTime } from './calendar.ts'
import { instantOfTime, isCancelled, type Occurrence } from './occurrence.ts'

export interface Rendering {
  calendar: Calendar
  /** The zone in which times are written. */
  timeZone: string
  instanceIds: 'dated' | 'opaque'
  maxAttendees?: number
}

/** The event as Calendar sends it (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
export function toEventJson(occurrence: Occurrence, rendering: Rendering): Record<string, unknown> {
  const { record, change } = occurrence
  const id = idOf(occurrence, rendering.instanceIds)
  const head = { kind: 'calendar#event', etag: etagOf(id, record.updated), id }
  const slot = slotFields(occurrence, rendering)
  if (isCancelled(occurrence)) return { ...head, status: 'cancelled', ...slot }
  const times = {
    start: timeJson(occurrence.start, rendering),
    end: timeJson(occurrence.end, rendering),
    ...(record.recurrence !== undefined && occurrence.original === undefined
      ? { recurrence: [record.recurrence] }
      : {}),
  }
  const access = rendering.calendar.accessRole
  const visibility = record.visibility === undefined ? {} : { visibility: record.visibility }
  if (access === 'freeBusyReader') return { ...head, status: record.status, ...times, ...slot }
  const dates = { created: new Date(record.created).toISOString(), updated: new Date(record.updated).toISOString() }
  if (hidesDetails(occurrence, access))
    return { ...head, status: record.status, ...dates, ...times, ...slot, ...visibility }
  return {
    ...head,
    status: record.status,
    htmlLink: linkTo(id, rendering.calendar),
    ...dates,
    ...record.fields,
    ...change?.fields,
    ...times,
    ...slot,
    ...visibility,
    iCalUID: record.fields.iCalUID ?? `${record.id}@google.com`,
    sequence: change ? 1 : 0,
    ...attendeesJson(occurrence, rendering.maxAttendees),
    eventType: record.eventType,
  }
}

/** Instance ids carry no promise, so one of the two looks tells a client nothing. */
export function idOf({ record, original }: Occurrence, look: Rendering['instanceIds']): string {
  if (!original) return record.id
  const stamp = 'date' in original ? original.date.replaceAll('-', '') : stampOf(original)
  if (look === 'dated') return `${record.id}_${stamp}`
  return `${record.id}_r${createHash('sha1').update(`${record.id} ${stamp}`).digest('hex').slice(0, 20)}`
}

function stampOf(time: Extract<EventTime, { dateTime: string }>): string {
  const instant = instantOfTime(time, { timeZone: time.timeZone } as Calendar)
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function slotFields({ record, original }: Occurrence, rendering: Rendering): Record<string, unknown> {
  return original ? { recurringEventId: record.id, originalStartTime: timeJson(original, rendering) } : {}
}

/** Private events are shown to their owner and to those with the writer's full access. */
function hidesDetails({ record }: Occurrence, access: Calendar['accessRole']): boolean {
  const lower = access === 'reader' || access === 'writerWithoutPrivateAccess'
  return lower && (record.visibility === 'private' || record.visibility === 'confidential')
}

function timeJson(time: EventTime, { calendar, timeZone }: Rendering): Record<string, string> {
  if ('date' in time) return { date: time.date }
  return { dateTime: rfc3339(instantOfTime(time, calendar), timeZone), timeZone: time.timeZone }
}

/** Cut short, the list holds nobody but the participant himself. */
function attendeesJson({ record }: Occurrence, most: number | undefined): Record<string, unknown> {
  const { attendees } = record
  if (attendees === undefined || attendees.length === 0) return {}
  if (most === undefined || attendees.length <= most) return { attendees }
  return { attendees: attendees.filter(({ self }) => self), attendeesOmitted: true }
}

function linkTo(id: string, calendar: Calendar): string {
  return `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${calendar.id}`).toString('base64url')}`
}

export function etagOf(id: string, updated: number): string {
  return `"${createHash('sha1').update(`${id} ${updated}`).digest('hex').slice(0, 16)}"`
}
