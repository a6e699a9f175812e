import { createCache } from '../../runtime/cache.ts'
import type { Tokens } from '../oauth/tokens.ts'

/** How long the result of a refresh is returned again for the same refresh token. */
const REFRESH_TTL_MS = 60_000
/** How long a refresh token that the vendor rejected is rejected without another request. */
const REJECTION_TTL_MS = 600_000
const MAX_REFRESHES = 10_000
/** How long a sealed key may be on its way to the callback. */
export const SEALED_KEY_TTL_MS = 300_000
const MAX_OPENED_KEYS = 10_000
/** How long the result of a look-up is used again. */
const LOOKUP_TTL_MS = 600_000
const MAX_LOOKUPS = 50_000
/** How long it is remembered that pages fail because of an entry. A failing sync is tried every two hours, or more often. */
const FAILURES_TTL_MS = 6 * 3_600_000
const MAX_FAILURES = 10_000

/**
 * What a hub remembers between requests. It belongs to one hub in one process, is bounded, and may be lost: other replicas
 * of the hub do not have it. Keys are keyed hashes, never tokens.
 */
export class ProcessMemory {
  /** The results of refreshes, also of those that still run, which have no `tokens` yet. */
  readonly refreshes = createCache<{ result: Promise<Tokens>; tokens?: Tokens }>(MAX_REFRESHES, { ttl: REFRESH_TTL_MS })
  /** The messages about refresh tokens that were rejected for good. */
  readonly rejections = createCache<string>(MAX_REFRESHES, { ttl: REJECTION_TTL_MS })
  /** The ids of sealed keys that were opened: each is opened once. */
  readonly openedKeys = createCache<true>(MAX_OPENED_KEYS, { ttl: SEALED_KEY_TTL_MS })
  /** The results of look-ups at vendors, also of those that still run (lookups.ts). */
  readonly lookups = createCache<Promise<unknown>>(MAX_LOOKUPS, { ttl: LOOKUP_TTL_MS })
  /** When pages began to fail because of an entry, epoch ms (lasting-failures.ts). */
  readonly failures = createCache<number>(MAX_FAILURES, { ttl: FAILURES_TTL_MS })
}
