import type { IsoDate } from '../../core/time/dates.ts'
import type { LocalDateTime } from '../../core/time/zones.ts'
import type { ErrorName } from '../api/errors.ts'

/** A date, or a local time in a time zone. */
export type EventTime = { date: IsoDate } | { dateTime: LocalDateTime; timeZone: string }

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

/** The ways in which one instance differs from its series. */
export interface Override {
  status?: 'confirmed' | 'cancelled'
  start?: EventTime
  end?: EventTime
  fields?: Readonly<Record<string, unknown>>
}

/** A stored event: a single event or the master of a series. */
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
  /** By the local start that the rule gives the instance, such as `2026-03-17T10:00:00`, or a date. */
  readonly overrides?: Readonly<Record<string, Override>>
  readonly attendees?: readonly Attendee[]
  /** Epoch ms. */
  readonly created: number
  /** Epoch ms. */
  readonly updated: number
  /** All other fields, in Google's format. */
  readonly fields: Readonly<Record<string, unknown>>
}

export type AccessRole = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner'

/** A calendar in an account's calendar list, with its events. */
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
  /** The error that listing its events returns. */
  broken?: ErrorName
}
