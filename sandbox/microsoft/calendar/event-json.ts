import { createHash } from 'node:crypto'
import type { MicrosoftAccount } from '../account.ts'
import type { Preferences } from '../preferences.ts'
import { htmlPage } from '../text.ts'
import { windowsNameOf } from '../zone-names.ts'
import type { Attendee, Calendar, EventRecord, Mailer } from './calendar.ts'
import { eventIds, iCalUid, occurrenceIds } from './event-ids.ts'
import { NEVER, precise, timesJson, type WrittenZone } from './event-times.ts'
import type { Occurrence } from './occurrence.ts'
import { recurrenceJson } from './recurrence-json.ts'

export interface Rendering {
  account: MicrosoftAccount
  calendar: Calendar
  prefer: Preferences
  zone: WrittenZone
  /** False for a token that may read but the basics: no body, no attachments. */
  withBody: boolean
}

/** The event as Graph sends it (https://learn.microsoft.com/graph/api/resources/event). */
export function toEventJson(occurrence: Occurrence, rendering: Rendering): Record<string, unknown> {
  const { record } = occurrence
  const shown = hides(record, rendering.calendar) ? { ...record, ...NOTHING_TO_SEE } : record
  return {
    ...headJson(occurrence, rendering),
    ...planJson(shown, occurrence, rendering),
    ...timesJson(occurrence, rendering.zone),
    ...peopleJson(shown, rendering),
    ...(rendering.withBody ? bodyJson(shown, rendering.prefer) : {}),
  }
}

/** What is left of a private event for those who may not see it. */
const NOTHING_TO_SEE: Partial<EventRecord> = {
  subject: '',
  html: '',
  text: '',
  location: '',
  attendees: [],
  hasAttachments: false,
  categories: [],
}

function hides({ sensitivity }: EventRecord, { canViewPrivateItems }: Calendar): boolean {
  return !canViewPrivateItems && (sensitivity === 'private' || sensitivity === 'confidential')
}

function headJson(occurrence: Occurrence, { calendar, prefer }: Rendering): Record<string, unknown> {
  const { record, type, slot } = occurrence
  const kind = prefer.immutableIds ? 'immutable' : 'mutable'
  const ids = occurrenceIds(occurrence, calendar)
  const master = eventIds(record, calendar)
  const changeKey = createHash('sha1').update(`${ids.immutable} ${record.modified}`).digest('base64').slice(0, 24)
  return {
    '@odata.etag': `W/"${changeKey}"`,
    id: ids[kind],
    createdDateTime: precise(record.created),
    lastModifiedDateTime: precise(record.modified),
    changeKey,
    categories: record.categories,
    transactionId: null,
    iCalUId: iCalUid(record),
    seriesMasterId: slot === undefined ? null : master[kind],
    type,
    webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(ids[kind])}&exvsurl=1&path=/calendar/item`,
    occurrenceId: slot === undefined ? null : `OID.${master[kind]}.${slot}`,
  }
}

function planJson(record: EventRecord, occurrence: Occurrence, { account }: Rendering): Record<string, unknown> {
  const { change, span, type } = occurrence
  const isCancelled = change?.isCancelled ?? record.isCancelled
  const subject = change?.subject ?? record.subject
  const original = record.originalZone ?? windowsNameOf(span.timeZone)
  return {
    originalStartTimeZone: original,
    originalEndTimeZone: original,
    reminderMinutesBeforeStart: 15,
    isReminderOn: !span.allDay,
    hasAttachments: record.hasAttachments,
    subject: isCancelled && subject ? `Canceled: ${subject}` : subject,
    importance: record.importance,
    sensitivity: record.sensitivity,
    isAllDay: span.allDay,
    isCancelled,
    isOrganizer: record.organizer.address === account.email,
    responseRequested: true,
    showAs: isCancelled ? 'free' : record.showAs,
    onlineMeetingUrl: null,
    isOnlineMeeting: record.joinUrl !== undefined,
    onlineMeetingProvider: record.joinUrl === undefined ? 'unknown' : 'teamsForBusiness',
    allowNewTimeProposals: true,
    isDraft: false,
    hideAttendees: false,
    recurrence: type === 'seriesMaster' ? recurrenceJson(record) : null,
    onlineMeeting: record.joinUrl === undefined ? null : { joinUrl: record.joinUrl },
  }
}

function peopleJson(record: EventRecord, { account }: Rendering): Record<string, unknown> {
  const own = record.attendees.find(({ address }) => address === account.email)
  const organizes = record.organizer.address === account.email
  const displayName = record.location ?? ''
  return {
    responseStatus: { response: organizes ? 'organizer' : (own?.response ?? 'none'), time: NEVER },
    location: { displayName, locationType: 'default', uniqueId: displayName, uniqueIdType: 'private' },
    locations: displayName ? [{ displayName, locationType: 'default', uniqueIdType: 'unknown' }] : [],
    attendees: record.attendees.map((attendee) => attendeeJson(attendee, record.modified)),
    organizer: { emailAddress: mailerJson(record.organizer) },
  }
}

function attendeeJson(attendee: Attendee, answeredAt: number): object {
  const { type, response } = attendee
  const answered = response === 'accepted' || response === 'declined' || response === 'tentativelyAccepted'
  return {
    type,
    status: { response, time: answered ? precise(answeredAt) : NEVER },
    emailAddress: mailerJson(attendee),
  }
}

function mailerJson({ name, address }: Mailer): object {
  return { name, ...(address === undefined ? {} : { address }) }
}

function bodyJson({ html, text }: EventRecord, { textBody }: Preferences): Record<string, unknown> {
  return {
    bodyPreview: text.slice(0, 255),
    body: textBody ? { contentType: 'text', content: text } : { contentType: 'html', content: htmlPage(html) },
  }
}
