import type { HttpRequest } from '../../core/http/request.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { AppToken } from '../app-only/app-tokens.ts'
import type { QueryOptions } from '../query/options.ts'
import type { Fail } from './errors.ts'
import type { Preferences } from './preferences.ts'

/**
 * `outlook` methods read the mailbox: they count against its limits and fail for accounts without one. `teams` methods
 * count against the limit of the tenant and are refused for personal accounts.
 */
export type GraphApi = 'outlook' | 'directory' | 'teams'

/** An authenticated and authorized request to Graph, with its parsed options and preferences. */
export interface GraphRequest {
  readonly http: HttpRequest
  readonly account: MicrosoftAccount
  /** The scopes of the access token, or those that the roles of an application stand for. */
  readonly scopes: readonly string[]
  /** Set when an application acts by itself, without a user. */
  readonly application: AppToken | undefined
  readonly options: QueryOptions
  readonly prefer: Preferences
  readonly fail: Fail
}
