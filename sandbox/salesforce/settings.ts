/** What Salesforce leaves open or its administrators decide, and what tests want to be small. May be turned at any time. */
export interface SalesforceSettings {
  /** API calls of an org in 24 hours: 15,000 in a Developer Edition. */
  dailyApiRequests: number
  /** Calls of one user in flight together. Salesforce counts only those that take longer than 20 seconds. */
  concurrentRequests: number
  /** Rows times fields on one page of a query: wide rows make pages shorter than the 2,000 rows they may have. */
  queryPageCells: number
  /** How an administrator has restricted the application. */
  appAccess: 'open' | 'not-installed' | 'not-approved' | 'blocked' | 'external-app-elsewhere'
  /** A number or boolean that is sent as text. The documents do not say whether it is taken. */
  textForNumbers: 'refuse' | 'accept'
  /** How long the search index needs to know a row that was written. */
  searchLagMs: number
}

export const DEFAULT_SETTINGS: Readonly<SalesforceSettings> = {
  dailyApiRequests: 15_000,
  concurrentRequests: Number.POSITIVE_INFINITY,
  queryPageCells: 200_000,
  appAccess: 'open',
  textForNumbers: 'refuse',
  searchLagMs: 0,
}
