/** Behaviour that Google does not document or changes over time, and limits that tests make small. May be changed at any time. */
export interface GoogleSettings {
  /** Gmail's quota units per minute and user. Projects created in 2026 have 6,000. */
  gmailUnitsPerMinute: number
  /** Calendar requests per minute and user. */
  calendarRequestsPerMinute: number
  /** The error when a quota is exceeded: 403 with a reason, 429, or 403 with the retry time in its message. */
  quotaForm: 'forbidden' | 'too-many-requests' | 'retry-after'
  /** Maximum number of a user's Gmail requests in flight. Google does not publish the limit. */
  gmailConcurrency: number
  /** Number of empty pages with a nextPageToken before every page with items. */
  emptyPages: number
  /** The date that `after:` and `before:` compare. Google does not document it. */
  dateBasis: 'internalDate' | 'dateHeader'
  /** Whether `after:` and `before:` include the second that they name. Google does not document it. */
  dateEdges: 'include' | 'exclude'
  /** Ids of recurring instances: with the date in them, or opaque, as announced for 2026. */
  instanceIds: 'dated' | 'opaque'
  /** Whether the error of token information names its reason, which Google's own does not. */
  tokenInfoErrors: 'named' | 'unnamed'
  /** A longer list of attendees is reduced to the calendar's owner, even if the request does not limit it. */
  listedAttendees: number
  /** How long an attachment id is valid. */
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
  tokenInfoErrors: 'unnamed',
  listedAttendees: 200,
  attachmentLifetimeMs: 60 * 60_000,
}
