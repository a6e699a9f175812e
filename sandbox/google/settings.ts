/** Behaviour that Google does not document or changes over time, and limits that tests make small. May be changed at any time. */
export interface GoogleSettings {
  /** Gmail's quota units per minute and user. Projects created in 2026 have 6,000. */
  gmailUnitsPerMinute: number
  /** Calendar requests per minute and user. */
  calendarRequestsPerMinute: number
  /** Drive requests per minute and user. */
  driveRequestsPerMinute: number
  /** Docs reads and writes per minute and user. */
  docsReadsPerMinute: number
  docsWritesPerMinute: number
  /** Sheets reads and writes per minute and user. */
  sheetsReadsPerMinute: number
  sheetsWritesPerMinute: number
  /** A larger export fails with exportSizeLimitExceeded. */
  exportLimitBytes: number
  /** Uploads beyond this sum of an account's files fail with storageQuotaExceeded. */
  driveStorageBytes: number
  /** How Drive responds about a file that the scope drive.file does not reach and no other scope of the token either. */
  unpickedFiles: 'not-found' | 'not-authorized'
  /** Whether `occurrencesChanged` of a replacement without a match is left out or 0. */
  zeroOccurrences: 'omitted' | 'written'
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
  /** Meet's reads per minute and user. */
  meetReadsPerMinute: number
  /** Look-ups of people per minute and user. */
  peopleReadsPerMinute: number
  /** Who sees conference records: everybody who was there, or the organizer only. Google documents both. */
  meetRecordsFor: 'participants' | 'organizer'
  /** Who may read transcripts, recordings and notes of the records that they see. */
  meetArtifactsFor: 'participants' | 'organizer'
  /** How long after a session its transcript, recording or notes are there. Google does not document it. */
  meetFileDelayMs: number
  /** What has been transcribed before the file is there: the first half, or nothing. */
  meetEntriesBeforeFile: 'incomplete' | 'none'
  /** Whose addresses the People API gives besides one's own: those of the same domain, or nobody's. */
  peopleAddresses: 'domain' | 'none'
}

export const DEFAULT_SETTINGS: Readonly<GoogleSettings> = {
  gmailUnitsPerMinute: 6_000,
  calendarRequestsPerMinute: 600,
  driveRequestsPerMinute: 12_000,
  docsReadsPerMinute: 300,
  docsWritesPerMinute: 60,
  sheetsReadsPerMinute: 60,
  sheetsWritesPerMinute: 60,
  exportLimitBytes: 10 * 2 ** 20,
  driveStorageBytes: 15 * 2 ** 30,
  unpickedFiles: 'not-found',
  zeroOccurrences: 'omitted',
  quotaForm: 'forbidden',
  gmailConcurrency: 10,
  emptyPages: 0,
  dateBasis: 'internalDate',
  dateEdges: 'include',
  instanceIds: 'dated',
  tokenInfoErrors: 'unnamed',
  listedAttendees: 200,
  attachmentLifetimeMs: 60 * 60_000,
  meetReadsPerMinute: 600,
  peopleReadsPerMinute: 600,
  meetRecordsFor: 'participants',
  meetArtifactsFor: 'participants',
  meetFileDelayMs: 15 * 60_000,
  meetEntriesBeforeFile: 'incomplete',
  peopleAddresses: 'domain',
}
