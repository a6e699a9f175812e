import type { Outside } from '../actions/provider-actions.ts'
import type { ConnectionRules } from '../storage/connections/lifecycle.ts'
import type { KnownProvider } from '../storage/connections/providers.ts'
import type { Tenant } from '../storage/connections/tenants.ts'
import type { Database } from '../storage/postgres/database.ts'
import type { Worker } from '../sync/worker.ts'
import type { LiveFeed } from './live/feed.ts'

/** What the operations of the graph work with. The same for every request. */
export interface GraphDeps {
  db: Database
  worker: Pick<Worker, 'runNow'>
  /** What changes, as it happens. */
  feed: Pick<LiveFeed, 'listen'>
  /** Asks providers on behalf of a person. */
  providerActions: Outside
  /** How connections become syncs, from what the providers offer. */
  connectionRules: (offered: readonly KnownProvider[]) => ConnectionRules
  /** Epoch ms. */
  now: () => number
}

/** Something the caller should know although the operation went well. */
export interface Warning {
  code: string
  message: string
  [detail: string]: unknown
}

/** What one operation knows of its request. */
export interface GraphContext extends GraphDeps {
  viewer: Tenant
  /** An IANA name; the day begins and ends there. */
  timeZone: string
  locale: string | undefined
  requestId: string
  /** Aborts when the operation has run out of time. */
  signal: AbortSignal
  warnings: Warning[]
}
