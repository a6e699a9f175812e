import type { Grant, TokenKind } from './grant.ts'

/** The vendor-specific part of an authorization server. */
export interface OAuthVendor {
  /** The scopes that clients may request. */
  readonly scopes: Readonly<Record<string, ScopeDescription>>
  /** Returns a new code or token in the vendor's format. */
  createToken(kind: TokenKind, grant: Grant): string
  /** Returns the key of `scopes` for a scope, if clients may spell it in several ways. */
  canonicalScope?(scope: string): string
  /** Returns the lifetime of the next access token (ms), for a vendor that varies it around the configured value. */
  drawLifetimeMs?(ms: number): number
}

export interface ScopeDescription {
  /** The text on the consent page. */
  label: string
  /** Whether the user cannot untick the scope. */
  required?: boolean
}
