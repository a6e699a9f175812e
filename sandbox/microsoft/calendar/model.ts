import type { IsoDate } from '../../core/time/dates.ts'
import type { LocalDateTime } from '../../core/time/zones.ts'
import type { ErrorName } from '../api/errors.ts'

export interface EmailAddress {
  name: string
  /** Absent for whoever has none; an X.500 name without `@` for whoever once had an Exchange mailbox. */
  address?: string
}

export interface Attendee extends EmailAddress {
  type: 'required' | 'optional' | 'resource'
  response: 'none' | 'tentativelyAccepted' | 'accepted' | 'declined' | 'notResponded'
}

/** The days or the hours of a zone's clocks. All-day events end at the midnight after their last day. */
export type Span =
  | { allDay: true; start: IsoDate; end: IsoDate; timeZone: string }
  | { allDay: false; start: LocalDateTime; end: LocalDateTime; timeZone: string }

/** What may be different in one occurrence of a series: `deleted`, or some of this. */
export interface OccurrenceOverride {
  start?: LocalDateTime
  end?: LocalDateTime
  subject?: string
  isCancelled?: boolean
}

/** An event as it is kept: a single one, or the master of a series. */
export interface EventRecord {
  /** Unique in the mailbox. */
  readonly key: string
  readonly span: Span
  /** `RRULE:…` */
  readonly recurrence?: string
  /** By the date that the rule gives the occurrence. */
  readonly overrides?: Readonly<Record<IsoDate, OccurrenceOverride | 'deleted'>>
  /** As the organizer's program named his zone, when that was neither Windows nor IANA: `tzone://Microsoft/Custom`. */
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

/** A calendar in somebody's list, with its events. */
export interface Calendar {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly owner: { name: string; address: string }
  readonly isDefault: boolean
  readonly canEdit: boolean
  readonly canShare: boolean
  /** False for a calendar whose owner keeps private events to himself. */
  readonly canViewPrivateItems: boolean
  readonly events: Map<string, EventRecord>
  /** The error its events answer with. */
  eventsError?: ErrorName
}
