/** What Google leaves open or changes over time, and what tests want to be small. May be turned at any time. */
export interface GoogleSettings {
  /** Gmail units per minute and user. Projects of 2026 have 6,000. */
  gmailUnitsPerMinute: number
  /** Calendar requests per minute and user. */
  calendarRequestsPerMinute: number
  /** How a spent quota is told: 403 with a reason, 429, or 403 with the instant in its text. */
  quotaForm: 'forbidden' | 'too-many-requests' | 'retry-after'
  /** Gmail calls of one user in flight together. Google publishes no figure. */
  gmailConcurrency: number
  /** Empty pages with a nextPageToken before every page that holds something. */
  emptyPages: number
  /** Which date `after:` and `before:` look at. Google does not say. */
  dateBasis: 'internalDate' | 'dateHeader'
  /** Whether `after:` and `before:` include the very second they name. Google does not say. */
  dateEdges: 'include' | 'exclude'
  /** Ids of recurring instances: with the date in them, or without any meaning, as announced for 2026. */
  instanceIds: 'dated' | 'opaque'
  /** How long an attachment id is good for. */
  attachmentLifetimeMs: number
}

export const DEFAULT_SETTINGS: Readonly<GoogleSettings> = {
  gmailUnitsPerMinute: 6_000,
  calendarRequestsPerMinute: 600,
  quotaForm: 'forbidden',
  gmailConcurrency: 10,
  emptyPages: 0,
  dateBasis: 'internalDate',
  dateEdges: 'include',
  instanceIds: 'dated',
  attachmentLifetimeMs: 60 * 60_000,
}
