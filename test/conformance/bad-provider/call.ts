import type { Has } from './defects.ts'
import { type Json, ProblemError } from './json.ts'
import type { Vendor } from './vendor.ts'

export const PROVIDER = 'plain'
/** Connected by signing in or with a key; it has every capability. */
export const CRM = 'plain-crm'
/** Has mail only. */
export const MAIL = 'plain-mail'
export const APPLICATIONS = [CRM, MAIL]

/** A valid request, with what its handler works with. */
export interface Call {
  path: string
  body: Json
  application: string
  vendor: Vendor
  has: Has
}

/** Requires the vendor to accept the token of a credential. */
export function requireToken({ vendor, has }: Call, credential: Json): void {
  if (vendor.accessTokens.has(credential?.accessToken)) return
  if (has('a 401 of the vendor is a 500'))
    throw new ProblemError(500, 'internal-error', 'The vendor responded with 401.')
  throw expired()
}

export function expired(): ProblemError {
  return new ProblemError(401, 'credentials-expired', 'Connect the account again.')
}

export function page(items: Json[], cursor?: string): Json {
  return { items, pagination: { hasMore: cursor !== undefined, ...(cursor ? { cursor } : {}), pageSize: items.length } }
}
