/** Connecting an account by signing in at a vendor that speaks OAuth 2. */
export { oauthHandlers } from './handlers.ts'
export { hasScope, type Permission } from './permissions.ts'
export { type FailedTokenRequest, type TokenErrors, toTokenError } from './token-failure.ts'
export type { Tokens } from './tokens.ts'
export type { Identity, OAuthVendor } from './vendor.ts'
