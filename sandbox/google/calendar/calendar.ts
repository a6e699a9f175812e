import type { DateText } from '../../core/dates.ts'
import type { Local } from '../../core/zones.ts'
import type { ErrorName } from '../errors.ts'

/** A day, or an hour of the clocks in a zone. */
export type EventTime = { date: DateText } | { dateTime: Local; timeZone: string }

export interface Attendee {
  email?: string
  displayName?: string
  responseStatus: 'needsAction' | 'declined' | 'tentative' | 'accepted'
  self?: boolean
  organizer?: boolean
  optional?: boolean
  resource?: boolean
}

export type EventType = 'birthday' | 'default' | 'focusTime' | 'fromGmail' | 'outOfOffice' | 'workingLocation'

/** What may be different in one instance of a series. */
export interface Change {
  status?: 'confirmed' | 'cancelled'
  start?: EventTime
  end?: EventTime
  fields?: Readonly<Record<string, unknown>>
}

/** An event as it is kept: a single one, or the master of a series. */
export interface EventRecord {
  readonly id: string
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly start: EventTime
  /** Exclusive. */
  readonly end: EventTime
  readonly eventType: EventType
  readonly visibility?: 'public' | 'private' | 'confidential'
  /** `RRULE:…` */
  readonly recurrence?: string
  /** By the local start that the rule gives the instance: `2026-03-17T10:00:00`, or a date. */
  readonly changes?: Readonly<Record<string, Change>>
  readonly attendees?: readonly Attendee[]
  readonly created: number
  readonly updated: number
  /** Every other field, in Google's own form. */
  readonly fields: Readonly<Record<string, unknown>>
}

export type AccessRole = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner'

/** A calendar in somebody's list, with its events. */
export interface Calendar {
  readonly id: string
  readonly summary: string
  readonly summaryOverride?: string
  readonly description?: string
  readonly timeZone: string
  readonly accessRole: AccessRole
  readonly primary?: boolean
  readonly hidden?: boolean
  readonly selected?: boolean
  readonly colorId?: string
  readonly events: Map<string, EventRecord>
  /** The error its events answer with. */
  broken?: ErrorName
}
