import { COMPANIES, PEOPLE } from '../core/fixtures.ts'
import { tenantIdOf } from './oauth/tenants.ts'

/** Behaviour that Microsoft does not document or that varies, and limits that tests lower. */
export interface MicrosoftSettings {
  /** How the token endpoint lists the granted scopes: with or without the prefix `https://graph.microsoft.com/`. */
  scopeForm: 'bare' | 'prefixed'
  scopeLetters: 'as-registered' | 'lower-case'
  /** Whether the token endpoint lists `offline_access`. */
  listsOfflineAccess: boolean
  /** Scopes that are missing from the token although they were requested and the user has consented. */
  withheldScopes: readonly string[]
  /**
   * Whether users of work accounts may consent to reading mail and calendars. The default policy of Microsoft refuses it
   * since November 2025: an administrator has to approve the application.
   */
  userConsent: 'refused' | 'allowed'
  /** The ids of tenants whose administrators have approved every application. */
  approvedTenants: readonly string[]
  /** How a refusal by the user is returned: as AADSTS65004, or as `error_subcode=cancel`. */
  refusalForm: 'declined' | 'cancelled'
  /** Maximum number of concurrent requests per mailbox. */
  mailboxConcurrency: number
  /** Maximum number of requests per mailbox in ten minutes. */
  requestsPerTenMinutes: number
  /** The Retry-After of a response to too many concurrent requests. */
  retryAfterSeconds: number
  /** Concurrent requests of a batch. If greater than `mailboxConcurrency`, some of them are throttled. */
  batchParallelism: number
  /** Default page size of the calendar list, which Microsoft does not document. */
  calendarsPageSize: number
  /** Maximum page size, whatever `$top` is. */
  maxPageSize: number
  /** Number of empty pages with a nextLink before every page with items. */
  emptyPages: number
  /** Leaves out every n-th nextLink although there are more items, as clients have reported. 0: none. */
  missingLinkEvery: number
  /** From the second page on, the same page is returned endlessly, with the same nextLink or with ever new ones. */
  loop: 'none' | 'same-link' | 'new-link'
  /** Whether `IdType="ImmutableId"` changes the ids of calendars. The documentation says no, some reports say yes. */
  calendarIds: 'constant' | 'by-preference'
  /** The zone of times without `outlook.timezone`. It is documented as UTC; `mailbox` reveals clients that omit the header. */
  zoneWithoutPreference: 'mailbox' | 'UTC'
  /** Requests of OneDrive per minute and account. */
  driveRequestsPerMinute: number
  /** The storage of a drive. What exceeds it fails with quotaLimitReached. */
  driveStorageBytes: number
  /** The maximum size of an upload in one request. */
  simpleUploadBytes: number
  /** Where the addresses of downloads, uploads and copies lead: to the sandbox, or to a host of Microsoft's. */
  driveAddresses: 'sandbox' | 'vendor'
  /** The spelling of the inner error, and whether the specific code is in it only. */
  driveErrors: 'innerError' | 'innererror' | 'nested'
  /** Whether identities of work accounts have an address. */
  driveUserEmails: 'present' | 'absent'
  /** Whether resolving a link requires a scope that may write, as the documentation says, or any scope of files. */
  sharesScopes: 'write' | 'any'
  /** Whether resolving the link to an item of another drive requires a scope with `.All`. */
  sharesOfOthers: 'all-scopes' | 'any-scope'
  /** Whether addresses that are no sharing links (Doc.aspx, paths of libraries) are resolved. Microsoft does not document it. */
  directLinks: 'resolved' | 'refused'
  /** Whether links for everybody may be created, which administrators can disable. */
  anonymousLinks: 'enabled' | 'disabled'
  /** How a copy ends. */
  copyResult: 'completed' | 'failed'
  /** The status of the response that says that a copy has ended. */
  copyStatus: 200 | 202 | 303
  /** How long the address of an upload session is valid. */
  uploadLifetimeMs: number
  /** How far outside its window a view still includes events. */
  windowSlackMs: number
  /** A view of more days fails with 504. */
  viewTimeoutDays: number
  /** A page of messages with bodies and a greater `$top` fails with 504. */
  bodyTimeoutTop: number
  /** Requests about Teams per second, application and tenant, in real time. Microsoft's 30 suit responses that take a while. */
  teamsRequestsPerSecond: number
  /** The tenant's switch “Microsoft Graph access” to transcripts. After a change it works at every second request only. */
  graphTranscripts: 'enabled' | 'disabled' | 'flapping'
  /** The tenant's switch “Include speaker attribution”. */
  speakerAttribution: 'enabled' | 'disabled' | 'flapping'
  /** Whether attendees find a meeting by its join URL, or the organizer only, as was reported in 2022. */
  meetingLookup: 'attendees' | 'organizer'
  /** How long after the end of a meeting its transcripts appear. Microsoft does not document it. */
  transcriptDelayMs: number
  /** Transcripts per page unless `$top` is sent. Microsoft does not document it. */
  transcriptsPageSize: number
  /** The form of transcripts without names: cues divided by blank lines, or a header and no blank lines. */
  unattributedForm: 'bare' | 'webvtt'
  /** Where a refusal about transcripts has its code: in the inner error as documented, or in its place, as was seen. */
  transcriptErrors: 'inner' | 'outer'
  /** How attendance records without an address say so. Microsoft does not document it. */
  guestAddresses: 'null' | 'empty'
  /** The addresses of those who have a licence of Microsoft 365 Copilot. */
  copilotUsers: readonly string[]
  /** The addresses to whom an application access policy for meetings was granted. */
  meetingPolicies: readonly string[]
}

export const DEFAULT_SETTINGS: Readonly<MicrosoftSettings> = {
  scopeForm: 'bare',
  scopeLetters: 'as-registered',
  listsOfflineAccess: false,
  withheldScopes: [],
  userConsent: 'refused',
  approvedTenants: [tenantIdOf(COMPANIES.meridian)],
  refusalForm: 'declined',
  mailboxConcurrency: 4,
  requestsPerTenMinutes: 10_000,
  retryAfterSeconds: 10,
  batchParallelism: 4,
  calendarsPageSize: 5,
  maxPageSize: Number.POSITIVE_INFINITY,
  emptyPages: 0,
  missingLinkEvery: 0,
  loop: 'none',
  calendarIds: 'constant',
  zoneWithoutPreference: 'mailbox',
  driveRequestsPerMinute: 1_200,
  driveStorageBytes: 2 ** 40,
  simpleUploadBytes: 250 * 2 ** 20,
  driveAddresses: 'sandbox',
  driveErrors: 'innerError',
  driveUserEmails: 'present',
  sharesScopes: 'write',
  sharesOfOthers: 'all-scopes',
  directLinks: 'resolved',
  anonymousLinks: 'enabled',
  copyResult: 'completed',
  copyStatus: 200,
  uploadLifetimeMs: 15 * 60_000,
  windowSlackMs: 15 * 60_000,
  viewTimeoutDays: Number.POSITIVE_INFINITY,
  bodyTimeoutTop: Number.POSITIVE_INFINITY,
  teamsRequestsPerSecond: 300,
  graphTranscripts: 'enabled',
  speakerAttribution: 'enabled',
  meetingLookup: 'attendees',
  transcriptDelayMs: 15 * 60_000,
  transcriptsPageSize: 2,
  unattributedForm: 'bare',
  transcriptErrors: 'inner',
  guestAddresses: 'null',
  copilotUsers: [PEOPLE.ada.email],
  meetingPolicies: [PEOPLE.ada.email],
}
