/** What Microsoft leaves open or does differently from day to day, and what tests want to be small. */
export interface MicrosoftSettings {
  /** How the token endpoint lists the granted scopes: with Graph's address in front, or without. */
  scopeForm: 'bare' | 'prefixed'
  scopeLetters: 'as-registered' | 'lower-case'
  /** Whether `offline_access` is among them. */
  listsOfflineAccess: boolean
  /** Scopes the administrator has not consented to: asked for, agreed to, and yet not in the token. */
  withheldScopes: readonly string[]
  /** How the person's no comes back: with AADSTS65004, or as `error_subcode=cancel`. */
  refusalForm: 'declined' | 'cancelled'
  /** Requests of one mailbox in flight together. */
  mailboxConcurrency: number
  /** Requests per mailbox in ten minutes. */
  requestsPerTenMinutes: number
  /** What Retry-After says when the mailbox is busy. */
  retryAfterSeconds: number
  /** Parts of a batch that run together. More than `mailboxConcurrency`, and parts are refused. */
  batchParallelism: number
  /** Calendars on a page without `$top`. Microsoft gives no figure. */
  calendarsPageSize: number
  /** The most a page holds, whatever `$top` says. */
  maxPageSize: number
  /** Empty pages with a nextLink before every page that holds something. */
  emptyPages: number
  /** From the second page on: the nextLink leads to the page it stands on; or it changes and the page does not. */
  loop: 'none' | 'same-link' | 'new-link'
  /** Whether a calendar has another id under `IdType="ImmutableId"`. The documents say no, some reports say yes. */
  calendarIds: 'constant' | 'by-preference'
  /** The zone of times when `outlook.timezone` was not sent. The documents say UTC; `mailbox` betrays who forgets it. */
  zoneWithoutPreference: 'mailbox' | 'UTC'
  /** How far outside the window an event may lie and still be in the view. */
  windowSlackMs: number
  /** A view of more days times out with 504. */
  viewTimeoutDays: number
  /** A page of messages with bodies and a larger `$top` times out with 504. */
  bodyTimeoutTop: number
}

export const DEFAULT_SETTINGS: Readonly<MicrosoftSettings> = {
  scopeForm: 'bare',
  scopeLetters: 'as-registered',
  listsOfflineAccess: false,
  withheldScopes: [],
  refusalForm: 'declined',
  mailboxConcurrency: 4,
  requestsPerTenMinutes: 10_000,
  retryAfterSeconds: 10,
  batchParallelism: 4,
  calendarsPageSize: 5,
  maxPageSize: Number.POSITIVE_INFINITY,
  emptyPages: 0,
  loop: 'none',
  calendarIds: 'constant',
  zoneWithoutPreference: 'mailbox',
  windowSlackMs: 15 * 60_000,
  viewTimeoutDays: Number.POSITIVE_INFINITY,
  bodyTimeoutTop: Number.POSITIVE_INFINITY,
}
