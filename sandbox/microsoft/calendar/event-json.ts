import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { MicrosoftAccount } from '../account.ts'
import { wrapHtmlPage } from '../api/html-text.ts'
import type { Preferences } from '../api/preferences.ts'
import { toWindowsName } from '../api/zone-names.ts'
import { eventIds, iCalUid, occurrenceIds } from './event-ids.ts'
import { formatSeconds, formatTicks, NO_DATE, type OutputTimeZone, toTimesJson } from './event-times.ts'
import type { Attendee, Calendar, EmailAddress, EventRecord } from './model.ts'
import type { Occurrence } from './occurrence.ts'
import { toRecurrenceJson } from './recurrence-json.ts'

export interface Rendering {
  account: MicrosoftAccount
  calendar: Calendar
  prefer: Preferences
  zone: OutputTimeZone
  /** False for tokens with a basic scope only, which cannot read bodies and attachments. */
  withBody: boolean
}

/** An event with all its properties, before `$select` (https://learn.microsoft.com/graph/api/resources/event). */
export function toEventJson(occurrence: Occurrence, rendering: Rendering): Record<string, unknown> {
  const { record } = occurrence
  const shown = isRedacted(record, rendering.calendar) ? { ...record, ...REDACTED } : record
  return {
    ...toHeadJson(occurrence, rendering),
    ...toDetailsJson(shown, occurrence, rendering),
    ...toTimesJson(occurrence, rendering.zone),
    ...toParticipantsJson(shown, rendering),
    ...toBodyJson(shown, rendering),
  }
}

/** Replaces the members of a private event for users who may not see it. */
const REDACTED: Partial<EventRecord> = {
  subject: '',
  html: '',
  text: '',
  location: '',
  attendees: [],
  hasAttachments: false,
  categories: [],
}

function isRedacted({ sensitivity }: EventRecord, { canViewPrivateItems }: Calendar): boolean {
  return !canViewPrivateItems && (sensitivity === 'private' || sensitivity === 'confidential')
}

function toHeadJson(occurrence: Occurrence, { calendar, prefer }: Rendering): Record<string, unknown> {
  const { record, type, originalDate, originalStartsAt } = occurrence
  const kind = prefer.immutableIds ? 'immutable' : 'mutable'
  const ids = occurrenceIds(occurrence, calendar)
  const master = eventIds(record, calendar)
  const changeKey = createHash('sha1').update(`${ids.immutable} ${record.modified}`).digest('base64').slice(0, 24)
  const original = originalStartsAt === undefined ? undefined : formatSeconds(originalStartsAt)
  return omitUndefined({
    '@odata.etag': `W/"${changeKey}"`,
    id: ids[kind],
    createdDateTime: formatTicks(record.created),
    lastModifiedDateTime: formatTicks(record.modified),
    changeKey,
    categories: record.categories,
    transactionId: null,
    iCalUId: iCalUid(record),
    seriesMasterId: originalDate === undefined ? null : master[kind],
    type,
    webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(ids[kind])}&exvsurl=1&path=/calendar/item`,
    occurrenceId: originalDate === undefined ? null : `OID.${master[kind]}.${originalDate}`,
    originalStart: original,
  })
}

function toDetailsJson(record: EventRecord, occurrence: Occurrence, { account }: Rendering): Record<string, unknown> {
  const { override, span, type } = occurrence
  const isCancelled = override?.isCancelled ?? record.isCancelled
  const subject = override?.subject ?? record.subject
  const original = record.originalZone ?? toWindowsName(span.timeZone)
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
    recurrence: type === 'seriesMaster' ? toRecurrenceJson(record) : null,
    onlineMeeting: record.joinUrl === undefined ? null : { joinUrl: record.joinUrl },
  }
}

function toParticipantsJson(record: EventRecord, { account }: Rendering): Record<string, unknown> {
  const own = record.attendees.find(({ address }) => address === account.email)
  const organizes = record.organizer.address === account.email
  const displayName = record.location ?? ''
  return {
    responseStatus: { response: organizes ? 'organizer' : (own?.response ?? 'none'), time: NO_DATE },
    location: { displayName, locationType: 'default', uniqueId: displayName, uniqueIdType: 'private' },
    locations: displayName ? [{ displayName, locationType: 'default', uniqueIdType: 'unknown' }] : [],
    attendees: record.attendees.map((attendee) => toAttendeeJson(attendee, record.modified)),
    organizer: { emailAddress: toEmailAddressJson(record.organizer) },
  }
}

function toAttendeeJson(attendee: Attendee, respondedAt: number): object {
  const { type, response } = attendee
  const hasResponded = response === 'accepted' || response === 'declined' || response === 'tentativelyAccepted'
  return {
    type,
    status: { response, time: hasResponded ? formatTicks(respondedAt) : NO_DATE },
    emailAddress: toEmailAddressJson(attendee),
  }
}

function toEmailAddressJson({ name, address }: EmailAddress): object {
  return omitUndefined({ name, address })
}

function toBodyJson({ html, text }: EventRecord, { withBody, prefer }: Rendering): Record<string, unknown> {
  if (!withBody) return {}
  return {
    bodyPreview: text.slice(0, 255),
    body: prefer.textBody
      ? { contentType: 'text', content: text }
      : { contentType: 'html', content: wrapHtmlPage(html) },
  }
}
