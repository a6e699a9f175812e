import type { HttpRequest } from '../../core/http/request.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { QueryOptions } from '../query/options.ts'
import type { Fail } from './errors.ts'
import type { Preferences } from './preferences.ts'

/** An authenticated and authorized request to Graph, with its parsed options and preferences. */
export interface GraphRequest {
  readonly http: HttpRequest
  readonly account: MicrosoftAccount
  /** The scopes of the access token. */
  readonly scopes: readonly string[]
  readonly options: QueryOptions
  readonly prefer: Preferences
  readonly fail: Fail
}
