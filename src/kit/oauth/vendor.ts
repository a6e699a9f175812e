import type { Credential } from '../../contract/index.ts'
import type { Secret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import type { ErrorRule } from '../vendor-errors.ts'

/** What a token endpoint gives. `answer` is all of it, for members that only one vendor knows. */
export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** Epoch ms, a little before the vendor's own end. */
  dateExpiry?: number
  scopes: string[]
  answer: Readonly<Record<string, unknown>>
}

/** Who signed in: from the vendor, never from what the browser says. */
export interface Identity {
  email: string
  /** The vendor's stable id of the account. */
  accountId: string
  instanceId?: string
  instanceUrl?: string
  profile?: Record<string, unknown>
}

/** Everything about a vendor's OAuth 2 that differs from the next vendor's. */
export interface OAuthVendor<S extends Settings> {
  vendor: string
  endpoints: (settings: S) => { authorize: string; token: string }
  client: (settings: S) => { id: string; secret: Secret }
  /** Scopes asked for beside the permissions, to learn who signs in. */
  identityScopes: readonly string[]
  /** Further parameters of the authorization request. */
  authorizeParameters?: Readonly<Record<string, string>>
  rules: readonly ErrorRule[]
  /** The diagnostic codes in a refusal of the token endpoint, or in one that came back to the callback. */
  readHints?: (refusal: Readonly<Record<string, unknown>>) => string[]
  /** What a user can do about permissions that are missing, where the consent page has no boxes to tick. */
  permissionAdvice?: (permissions: string) => string
  /** A scope as two spellings of it compare equal. */
  canonicalScope: (scope: string) => string
  identify: (tokens: Tokens, call: Call<S>) => Promise<Identity>
  /** When the access token ends (epoch ms), for vendors whose token endpoint does not say. */
  findExpiry?: (tokens: Tokens, call: Call<S>) => Promise<number | undefined>
  /** What a refresh renews in a credential beside its tokens. */
  renew?: (tokens: Tokens, call: Call<S>) => Partial<Credential>
}
