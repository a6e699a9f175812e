/**
 * Behaviour that Salesforce does not document or that administrators configure, and limits that tests lower. Settings
 * can be changed at any time.
 */
export interface SalesforceSettings {
  /** Maximum number of API calls per org in 24 hours: 15,000 in a Developer Edition. */
  dailyApiRequests: number
  /** Maximum number of concurrent calls per user. Salesforce only counts calls that take longer than 20 seconds. */
  concurrentRequests: number
  /** Maximum rows × fields per query page, so that pages of wide rows have fewer than 2,000 rows. */
  queryPageCells: number
  /** How an administrator has restricted access to the application. */
  appAccess: 'open' | 'not-installed' | 'not-approved' | 'blocked' | 'external-app-elsewhere'
  /** How long a refresh is processed (ms of real time). Meanwhile, others with the same refresh token are rejected. */
  refreshMs: number
  /** Whether numbers and booleans that are sent as strings are accepted, which is not documented. */
  textForNumbers: 'refuse' | 'accept'
  /** The time until the search index contains a written row. */
  searchLagMs: number
}

export const DEFAULT_SETTINGS: Readonly<SalesforceSettings> = {
  dailyApiRequests: 15_000,
  concurrentRequests: Number.POSITIVE_INFINITY,
  queryPageCells: 200_000,
  appAccess: 'open',
  refreshMs: 20,
  textForNumbers: 'refuse',
  searchLagMs: 0,
}
