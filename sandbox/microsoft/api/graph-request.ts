import type { HttpRequest } from '../../core/http/request.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { QueryOptions } from '../query/options.ts'
import type { ErrorName } from './errors.ts'
import type { Preferences } from './preferences.ts'

/** One call that Graph has let in: what its methods work with. */
export interface GraphRequest {
  readonly http: HttpRequest
  readonly account: MicrosoftAccount
  /** Those of the token. */
  readonly scopes: readonly string[]
  readonly options: QueryOptions
  readonly prefer: Preferences
  /** Leaves the method with this error, in these words when its own do not say enough. */
  fail(name: ErrorName, message?: string): never
}
