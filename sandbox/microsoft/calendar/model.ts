import type { IsoDate } from '../../core/time/dates.ts'
import type { LocalDateTime } from '../../core/time/zones.ts'
import type { ErrorName } from '../api/errors.ts'

export interface EmailAddress {
  name: string
  /** Undefined for people without an address; an X.500 name for people whose Exchange mailbox was deleted. */
  address?: string
}

export interface Attendee extends EmailAddress {
  type: 'required' | 'optional' | 'resource'
  response: 'none' | 'tentativelyAccepted' | 'accepted' | 'declined' | 'notResponded'
}

/** Dates or local times in a time zone. The end is exclusive: the date after the last day of an all-day event. */
export type Span =
  | { allDay: true; start: IsoDate; end: IsoDate; timeZone: string }
  | { allDay: false; start: LocalDateTime; end: LocalDateTime; timeZone: string }

/** The members that an exception overrides in one occurrence of a series. */
export interface OccurrenceOverride {
  start?: LocalDateTime
  end?: LocalDateTime
  subject?: string
  isCancelled?: boolean
}

/** A stored event: a single event or a series master. */
export interface EventRecord {
  /** Unique in the mailbox. */
  readonly key: string
  readonly span: Span
  /** `RRULE:…` */
  readonly recurrence?: string
  /** By the original date of the occurrence. */
  readonly overrides?: Readonly<Record<IsoDate, OccurrenceOverride | 'deleted'>>
  /** The organizer's zone when it has neither a Windows nor an IANA name: `tzone://Microsoft/Custom`. */
  readonly originalZone?: string
  readonly subject: string | null
  readonly html: string
  readonly text: string
  readonly location?: string
  readonly organizer: EmailAddress
  readonly attendees: readonly Attendee[]
  readonly isCancelled: boolean
  readonly sensitivity: 'normal' | 'personal' | 'private' | 'confidential'
  readonly showAs: 'free' | 'tentative' | 'busy' | 'oof' | 'workingElsewhere' | 'unknown'
  readonly importance: 'low' | 'normal' | 'high'
  readonly joinUrl?: string
  readonly hasAttachments: boolean
  readonly categories: readonly string[]
  readonly created: number
  readonly modified: number
}

/** A calendar in an account's list, with its events. */
export interface Calendar {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly owner: { name: string; address: string }
  readonly isDefault: boolean
  readonly canEdit: boolean
  readonly canShare: boolean
  /** False when private events are hidden from the account. */
  readonly canViewPrivateItems: boolean
  readonly events: Map<string, EventRecord>
  /** When set, reading the events of the calendar fails with this error. */
  eventsError?: ErrorName
}
