import type { Credential } from '../../src/contract/index.ts'
import type { NewCredential } from './responses.ts'

/** When credentials are renewed, and what happens when that fails. All in ms. */
export interface RefreshRules {
  /** A credential is renewed when less than this share of its life is left, within these bounds. */
  share: number
  least: number
  most: number
  /** The life of one whose beginning is not known. */
  usualLife: number
  /** The right to renew is taken for so long; who waits for another process looks again in this time, so often. */
  lease: number
  lookAgain: number
  mostLooks: number
  /** The cool-down after a failure, doubling up to the longest. */
  firstCoolDown: number
  longestCoolDown: number
  /** After failing for so long a person has to sign in again, if it was also tried within the last day. */
  giveUpAfter: number
  triedWithin: number
}

/** A credential as it is held: since when tells how long its life is. */
export interface Held {
  credential: Credential
  dateCredential?: number
}

/** Whether a credential is to be renewed before it is used again. One without an end never is. */
export function isDue({ credential, dateCredential }: Held, now: number, rules: RefreshRules): boolean {
  const { dateExpiry } = credential
  if (dateExpiry === undefined) return false
  const life = dateCredential === undefined ? rules.usualLife : Math.max(0, dateExpiry - dateCredential)
  const margin = Math.min(rules.most, Math.max(rules.least, rules.share * life))
  // One that lives for a minute would otherwise be renewed for every page.
  return isOver(credential, now) || dateExpiry - now < Math.min(margin, life / 2)
}

export function isOver({ dateExpiry }: Credential, now: number): boolean {
  return dateExpiry !== undefined && dateExpiry <= now
}

/**
 * What is kept after a refresh: the new tokens and date, everything else as it was. A provider that answers with a date
 * that is no later has confirmed a key that does not end; renewing it before every run would change nothing.
 */
export function merge(old: Credential, fresh: NewCredential): Credential {
  const { dateExpiry: _past, ...kept } = old
  const { dateExpiry, ...renewed } = fresh
  const isLater = dateExpiry !== undefined && dateExpiry > (old.dateExpiry ?? 0)
  return { ...kept, ...renewed, ...(isLater ? { dateExpiry } : {}) }
}

/** How long to leave it after a failure. The time it has been failing for doubles with every try, and so does this. */
export function coolDown(failedSince: number | undefined, now: number, rules: RefreshRules): number {
  return Math.min(rules.longestCoolDown, rules.firstCoolDown + (now - (failedSince ?? now)))
}

/** Whether failing has lasted long enough to ask for a person: not when it was the platform that was away. */
export function isHopeless(
  { failedSince, notBefore }: { failedSince?: number; notBefore?: number },
  now: number,
  rules: RefreshRules,
): boolean {
  if (failedSince === undefined || now - failedSince < rules.giveUpAfter) return false
  return now - (notBefore ?? failedSince) < rules.triedWithin
}
