import type { Credential } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { NewCredential } from './responses.ts'

/** When credentials are refreshed, and what happens when that fails. */
export interface RefreshPolicy {
  /** A credential is refreshed when less than this share of its lifetime is left, within these bounds. */
  marginShare: number
  minMarginMs: number
  maxMarginMs: number
  /** The assumed lifetime of a credential that was obtained at an unknown time. */
  defaultLifetimeMs: number
  /** The duration of the lease to refresh. While another process holds it, it is polled at this interval, this often. */
  leaseMs: number
  pollIntervalMs: number
  maxPolls: number
  /** The delay after a failure, which doubles up to the cap. */
  backoffBaseMs: number
  backoffCapMs: number
  /** After failing for this long the user has to sign in again, provided that the last attempt was recent. */
  giveUpAfterMs: number
  recentAttemptMs: number
}

/** A credential and when it was obtained (epoch ms), from which its lifetime is known. */
export interface DatedCredential {
  credential: Credential
  dateCredential?: number
}

/** Whether a credential must be refreshed before it is used again. One that does not expire never must. */
export function isDue({ credential, dateCredential }: DatedCredential, now: number, policy: RefreshPolicy): boolean {
  const { dateExpiry } = credential
  if (dateExpiry === undefined) return false
  const lifetime = dateCredential === undefined ? policy.defaultLifetimeMs : Math.max(0, dateExpiry - dateCredential)
  const margin = Math.min(policy.maxMarginMs, Math.max(policy.minMarginMs, policy.marginShare * lifetime))
  // With the minimum margin a credential that lives for a minute would be refreshed for every page.
  const isShortLived = lifetime <= policy.minMarginMs
  return isExpired(credential, now) || dateExpiry - now < (isShortLived ? lifetime / 2 : margin)
}

export function isExpired({ dateExpiry }: Credential, now: number): boolean {
  return dateExpiry !== undefined && dateExpiry <= now
}

/**
 * Merges a refresh into a credential: new tokens and expiry, everything else as it was. A provider that returns the same
 * token and no later expiry has confirmed a key that does not expire; refreshing it before every run would change nothing.
 * The expiry of a new token counts, even if it is earlier than that of a token which the vendor has ended, but not if it
 * has passed.
 */
export function mergeCredential(old: Credential, fresh: NewCredential, now: number): Credential {
  const { dateExpiry: _expired, ...rest } = old
  const { dateExpiry, ...renewed } = fresh
  const isNewToken = fresh.accessToken !== old.accessToken
  const isLater = dateExpiry !== undefined && dateExpiry > (isNewToken ? now : (old.dateExpiry ?? 0))
  return { ...rest, ...renewed, ...omitUndefined({ dateExpiry: isLater ? dateExpiry : undefined }) }
}

/** The delay after a failure (ms). It grows with the time since the first failure, and so doubles with every attempt. */
export function backoffDelay(failedSince: number | undefined, now: number, policy: RefreshPolicy): number {
  return Math.min(policy.backoffCapMs, policy.backoffBaseMs + (now - (failedSince ?? now)))
}

/** Whether refreshes have failed for long enough to ask the user. Time in which the platform was down does not count. */
export function hasExhaustedRetries(
  { failedSince, notBefore }: { failedSince?: number; notBefore?: number },
  now: number,
  policy: RefreshPolicy,
): boolean {
  if (failedSince === undefined || now - failedSince < policy.giveUpAfterMs) return false
  return now - (notBefore ?? failedSince) < policy.recentAttemptMs
}
