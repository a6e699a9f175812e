import type { ProviderActions } from '../actions/provider-actions.ts'
import type { SyncRunner } from '../model/sync.ts'
import type { ChangeEvent } from '../storage/changes.ts'
import type { ConnectionDeps } from '../storage/connections/lifecycle.ts'
import type { StoredProvider } from '../storage/connections/providers.ts'
import type { Tenant } from '../storage/connections/tenants.ts'
import type { Database } from '../storage/postgres/database.ts'
import type { LiveReads } from './live/reads.ts'

/** Notified of changes to a tenant's data; several changes may arrive together, in the order of the feed. */
export type ChangeListener = (changes: readonly ChangeEvent[]) => void

/** Publishes the changes of tenants as they happen. */
export interface ChangeFeed {
  /** Subscribes to a tenant's changes from now on. Resolves to a function that unsubscribes. */
  listen(tenantId: string, listener: ChangeListener): Promise<() => void>
  readonly reads: LiveReads
}

/** What resolvers depend on. The same for every request of the tenants whose tables are in one bucket. */
export interface GraphDeps {
  /** Where the viewer's tables are. */
  db: Database
  worker: SyncRunner
  feed: ChangeFeed
  /** Calls providers on behalf of a person. */
  providerActions: ProviderActions
  /** Creates what the connection functions depend on, given the providers that are known. */
  createConnectionDeps: (providers: readonly StoredProvider[]) => ConnectionDeps
  /** The current time (epoch ms). */
  now: () => number
}

/** Something the caller should know although the operation succeeded; returned in `extensions.warnings`. */
export interface Warning {
  code: string
  message: string
  [detail: string]: unknown
}

/** The context of one operation. */
export interface GraphContext extends GraphDeps {
  viewer: Tenant
  /** An IANA time zone name; day boundaries are computed in it. */
  timeZone: string
  locale: string | undefined
  requestId: string
  /** Aborted when the operation times out. */
  signal: AbortSignal
  /** Operations of a viewer with the same scope, started at the same time, load values together. */
  loaderScope?: object
  warnings: Warning[]
}
