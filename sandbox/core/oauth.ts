import { type AuthorizationRequest, type Client, checkAuthorization } from './authorization.ts'
import type { Clock } from './clock.ts'
import { type Grant, Grants, type TokenKind } from './grants.ts'

/** The knobs of an authorization server. They may be turned at any time. */
export interface OAuthSettings {
  /** Answer an authorization request at once as if the person had pressed Allow; no page is shown. */
  autoConsent: boolean
  /** The account that is signed in: preselected on the page, used by automatic consent. Absent: the first one. */
  signedIn?: string
  /** The person presses Cancel. */
  deny: boolean
  /** The person unticks every optional scope but these. */
  grantOnly?: readonly string[]
  /** An administrator has to approve the application first. */
  adminWall: boolean
  /** `withhold`: a code is exchanged for an access token only. */
  refreshTokens: 'issue' | 'withhold'
  /** What a refresh does to the refresh token: keep it; replace it and kill the old; replace it and let the old live. */
  rotation: 'none' | 'replace' | 'overlap'
  pkce: 'optional' | 'required'
  codeLifetimeMs: number
  accessTokenLifetimeMs: number
  /** Counted from its issue. Absent: for ever. */
  refreshTokenLifetimeMs?: number
  /** Live refresh tokens per account and client; one more silently kills the oldest. */
  maxRefreshTokens: number
}

/** What one vendor's authorization server has of its own. */
export interface OAuthVendor {
  /** Every scope a client may ask for, in words for the consent page. */
  readonly scopes: Readonly<Record<string, ScopeWords>>
  /** What a code or token of this vendor looks like. */
  token(kind: TokenKind, grant: Grant): string
  /** The key of `scopes` under which a scope is known, when clients may spell it in more than one way. */
  canonicalScope?(scope: string): string
  /** How long the next access token lives, for a vendor that draws it by lot around what is set. */
  lifetimeOf?(ms: number): number
}

export interface ScopeWords {
  words: string
  /** A scope that cannot be unticked. */
  required?: boolean
}

export interface OAuthOptions {
  clock: Clock
  vendor: OAuthVendor
  clients: readonly Client[]
  settings?: Partial<OAuthSettings>
}

const DEFAULTS: OAuthSettings = {
  autoConsent: false,
  deny: false,
  adminWall: false,
  refreshTokens: 'issue',
  rotation: 'none',
  pkce: 'optional',
  codeLifetimeMs: 10 * 60_000,
  accessTokenLifetimeMs: 60 * 60_000,
  maxRefreshTokens: 100,
}

const SETTINGS = [...Object.keys(DEFAULTS), 'signedIn', 'grantOnly', 'refreshTokenLifetimeMs']

/** An authorization server without its HTTP: who may ask, what was granted. */
export class OAuth {
  readonly vendor: OAuthVendor
  readonly settings: OAuthSettings
  /** May be added to at any time. */
  readonly clients: Client[]
  readonly grants: Grants

  constructor({ clock, vendor, clients, settings = {} }: OAuthOptions) {
    this.vendor = vendor
    this.settings = { ...DEFAULTS, ...settings }
    this.clients = clients.map((client) => ({ ...client, redirectUris: [...client.redirectUris] }))
    const { token, lifetimeOf = (ms: number) => ms } = vendor
    this.grants = new Grants({ clock, settings: this.settings, clients: this.clients, token, lifetimeOf })
  }

  /** The authorization request, in order; or an AuthorizationRefusal. */
  check(query: URLSearchParams): AuthorizationRequest {
    return checkAuthorization(query, this)
  }

  /** Turns knobs by name, as they come over HTTP: `null` takes an optional one away. */
  configure(changes: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(changes)) {
      if (!SETTINGS.includes(name)) throw new RangeError(`There is no setting "${name}", but: ${SETTINGS.join(', ')}`)
      if (value === null) Reflect.deleteProperty(this.settings, name)
      else Reflect.set(this.settings, name, value)
    }
  }

  /** The vendor's own spelling of a scope. */
  canonical(scope: string): string {
    return this.vendor.canonicalScope?.(scope) ?? scope
  }
}
