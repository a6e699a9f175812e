import { LRUCache } from 'lru-cache'
import type { Tokens } from './oauth/tokens.ts'

/** How long the result of a refresh is returned again for the same refresh token. */
const REFRESH_TTL_MS = 60_000
/** How long a refresh token that the vendor rejected is rejected without another request. */
const REJECTION_TTL_MS = 600_000
const MAX_REFRESHES = 10_000
/** How long a secret may wait for its callback. */
export const SECRET_TTL_MS = 300_000
const MAX_SECRETS = 1_000

interface StoredSecret {
  secret: string
  /** Epoch ms. */
  dateExpiry: number
}

/**
 * What a hub remembers between requests. It belongs to one hub in one process, is bounded, and may be lost: other replicas
 * of the hub do not have it. Keys are keyed hashes, never tokens.
 */
export class ProcessMemory {
  /** The results of refreshes, also of those that still run. */
  readonly refreshes = new LRUCache<string, Promise<Tokens>>({ max: MAX_REFRESHES, ttl: REFRESH_TTL_MS })
  /** The messages about refresh tokens that were rejected for good. */
  readonly rejections = new LRUCache<string, string>({ max: MAX_REFRESHES, ttl: REJECTION_TTL_MS })
  /** Secrets that are too long for a URL, between an application's own form route and its callback. */
  readonly secrets = new LRUCache<string, StoredSecret>({ max: MAX_SECRETS, ttl: SECRET_TTL_MS, ttlAutopurge: true })
}
