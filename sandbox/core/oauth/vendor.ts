import type { Grant, TokenKind } from './grant.ts'

/** What one vendor's authorization server has of its own. */
export interface OAuthVendor {
  /** Every scope a client may ask for, in words for the consent page. */
  readonly scopes: Readonly<Record<string, ScopeDescription>>
  /** What a code or token of this vendor looks like. */
  createToken(kind: TokenKind, grant: Grant): string
  /** The key of `scopes` under which a scope is known, when clients may spell it in more than one way. */
  canonicalScope?(scope: string): string
  /** How long the next access token lives, for a vendor that draws it by lot around what is set. */
  drawLifetimeMs?(ms: number): number
}

export interface ScopeDescription {
  label: string
  /** A scope that cannot be unticked. */
  required?: boolean
}
