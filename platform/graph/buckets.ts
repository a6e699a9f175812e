import type { Logger } from 'pino'
import type { ProviderActions } from '../actions/provider-actions.ts'
import type { Buckets } from '../storage/buckets.ts'
import type { Tenant } from '../storage/connections/tenants.ts'
import type { Database } from '../storage/postgres/database.ts'
import type { GraphDeps } from './context.ts'
import { LiveFeed } from './live/feed.ts'

/** What the graph is made of. */
export interface GraphBucketsDeps extends Pick<GraphDeps, 'worker' | 'createConnectionDeps' | 'now'> {
  buckets: Pick<Buckets, 'named'>
  /** Creates the calls to providers on behalf of the people whose tables are in `db`. */
  createActions: (db: Database) => ProviderActions
  log: Logger
}

/** What the graph's resolvers depend on, for the viewers of each bucket. Each bucket has a feed of its own. */
export class GraphBuckets {
  readonly now: () => number
  readonly #deps: GraphBucketsDeps
  readonly #ofBuckets = new Map<string | undefined, GraphDeps & { feed: LiveFeed }>()

  constructor(deps: GraphBucketsDeps) {
    this.now = deps.now
    this.#deps = deps
  }

  /** For a viewer who has been authenticated, whose bucket is therefore known. */
  depsOf({ bucket }: Pick<Tenant, 'bucket'>): GraphDeps {
    return this.#ofBuckets.get(bucket) ?? this.#create(bucket)
  }

  /** Stops the feeds. */
  stop(): void {
    for (const { feed } of this.#ofBuckets.values()) feed.stop()
  }

  #create(bucket: string | undefined): GraphDeps {
    const { buckets, createActions, worker, createConnectionDeps, now, log } = this.#deps
    const db = buckets.named(bucket)
    const feed = new LiveFeed(db, log)
    const deps = { db, feed, providerActions: createActions(db), worker, createConnectionDeps, now }
    this.#ofBuckets.set(bucket, deps)
    return deps
  }
}
