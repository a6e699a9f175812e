import { createCache } from '../../../src/runtime/cache.ts'
import { type Bucket, type Buckets, setBucketName } from '../buckets.ts'
import {
  beginTransactionsWith,
  createDatabase,
  type Database,
  databaseOf,
  isUnavailable,
} from '../postgres/database.ts'
import { migrate } from '../postgres/migrate.ts'
import { createPool, type PoolOptions, type PoolUsage, sumUsages, usageOf } from '../postgres/pool.ts'
import { chooseBucket } from './choose-bucket.ts'
import { holdMoves } from './hold-moves.ts'
import { type BucketLocation, locateBuckets, type NodeAddress } from './metadata.ts'
import { isReachable, MovingPool, urlOnNode } from './node-pool.ts'
import { tuneTables } from './tune.ts'

/** How often it is looked up where the buckets are (ms): they may be moved at any time, and new ones be added. */
const REFRESH_INTERVAL_MS = 10_000
const MAX_KNOWN_TENANTS = 200_000

interface OpenBucket extends Bucket {
  pool: MovingPool
}

export interface ClusterOptions extends PoolOptions {
  /** The URL of the coordinator. */
  databaseUrl: string
  /** The schema of the directory. */
  schema: string
}

/**
 * The buckets of a cluster of Citus. Each has connections of its own, to the node that it is on: asked there, a statement costs
 * less than through the coordinator, nobody waits for another node, and a node that comes back is used at once.
 */
export class ClusterBuckets implements Buckets {
  readonly directory: Database
  readonly #options: ClusterOptions
  #buckets: ReadonlyMap<string, OpenBucket> = new Map()
  /** A tenant never changes its bucket. */
  readonly #names = createCache<string>(MAX_KNOWN_TENANTS)
  #timer: NodeJS.Timeout | undefined
  #refreshing: Promise<void> | undefined
  /** Buckets whose node was away when they were to be migrated. */
  readonly #unmigrated = new Set<string>()
  /** What has failed and was reported, until it succeeds. */
  readonly #failing = new Set<string>()

  private constructor(directory: Database, options: ClusterOptions) {
    this.directory = directory
    this.#options = options
  }

  /** Opens the buckets of a directory, with the newest schema. A bucket whose node is away does not keep the others waiting. */
  static async open(directory: Database, options: ClusterOptions): Promise<ClusterBuckets> {
    const buckets = new ClusterBuckets(directory, options)
    const locations = await buckets.#refresh()
    const reachable = await reachableNodes(locations)
    const migrating = locations.map(({ name, node }) => ({ node, end: buckets.#migrate(name) }))
    await Promise.all(migrating.map(({ node, end }) => reachable.has(keyOf(node)) && end))
    buckets.#timer = setInterval(() => void buckets.#refreshOften(), REFRESH_INTERVAL_MS)
    buckets.#timer.unref()
    return buckets
  }

  all(): readonly Bucket[] {
    return [...this.#buckets.values()]
  }

  async of(tenantId: string): Promise<Database> {
    return (await this.#find(this.#names.get(tenantId) ?? (await this.#findName(tenantId)))).db
  }

  named(bucket: string | undefined): Database {
    const existing = this.#buckets.get(bucket ?? '')
    if (!existing) throw new Error(`the bucket ${bucket ?? 'of the tenant'} is not known yet`)
    return existing.db
  }

  async choose(email: string): Promise<Bucket> {
    return this.#find(await chooseBucket(this.directory, [...this.#buckets.keys()], email))
  }

  /** Looks up where the buckets are. Called now and then by itself. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .then(() => undefined)
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Of the connections to all buckets together. */
  poolUsage(): PoolUsage {
    return sumUsages([...this.#buckets.values()].map(({ pool }) => usageOf(pool.current)))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#refreshing?.catch(() => undefined)
    await Promise.all([...this.#buckets.values()].map(({ db }) => db.destroy()))
  }

  async #refresh(): Promise<readonly BucketLocation[]> {
    const locations = await locateBuckets(this.directory)
    const open = locations.map(({ name, node }) => {
      const url = urlOnNode(this.#options.databaseUrl, node)
      const existing = this.#buckets.get(name)
      existing?.pool.redirect(url)
      return existing ?? this.#open(name, url)
    })
    this.#buckets = new Map(open.map((bucket) => [bucket.name, bucket]))
    return locations
  }

  /** While the coordinator is away, the buckets are used where they were last. */
  async #refreshOften(): Promise<void> {
    await this.#attempt('the buckets cannot be looked up; they are used where they were', () => this.refresh())
    await Promise.all([...this.#unmigrated].map((name) => this.#migrate(name)))
  }

  /** Reports the first of several failures in a row. */
  async #attempt(problem: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.#failing.delete(problem)
      return true
    } catch (cause) {
      if (!this.#failing.has(problem)) this.#options.onError?.(new Error(problem, { cause }))
      this.#failing.add(problem)
      return false
    }
  }

  #open(name: string, url: string): OpenBucket {
    const options = { ...this.#options, searchPath: [name, this.#options.schema] }
    const pool = new MovingPool((connectionString) => createPool({ connectionString }, options), url)
    const db = databaseOf(pool)
    setBucketName(db, name, this.#options.schema)
    beginTransactionsWith(db, holdMoves(name))
    return { name, db, pool }
  }

  /** Through the coordinator, because the other nodes do not change tables. While the node is away, it is tried again. */
  async #migrate(name: string): Promise<void> {
    const { databaseUrl, schema } = this.#options
    this.#unmigrated.delete(name)
    const db = createDatabase({ connectionString: databaseUrl }, { maxConnections: 1, searchPath: [name, schema] })
    const isMigrated = await this.#attempt(`the bucket ${name} cannot be migrated yet`, async () => {
      await migrate(db, 'bucket')
      await tuneTables(db)
    })
    if (!isMigrated) this.#unmigrated.add(name)
    await db.destroy()
  }

  async #findName(tenantId: string): Promise<string> {
    const tenant = await this.#queryTenants((db) =>
      db.selectFrom('tenants').select('bucket').where('tenant_id', '=', tenantId).executeTakeFirst(),
    )
    if (!tenant?.bucket) throw new Error(`tenant ${tenantId} does not exist`)
    this.#names.set(tenantId, tenant.bucket)
    return tenant.bucket
  }

  /** Every node has the table of tenants, so it is read on another one while the coordinator is away. */
  async #queryTenants<Result>(query: (db: Database) => Promise<Result>): Promise<Result> {
    try {
      return await query(this.directory)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return Promise.any(this.all().map(({ db }) => query(db))).catch(() => Promise.reject(error))
    }
  }

  /** A bucket that another process has just added is not known yet. */
  async #find(name: string): Promise<OpenBucket> {
    if (!this.#buckets.has(name)) await this.refresh()
    const bucket = this.#buckets.get(name)
    if (!bucket) throw new Error(`the bucket ${name} does not exist`)
    return bucket
  }
}

function keyOf({ host, port }: NodeAddress): string {
  return `${host}:${port}`
}

async function reachableNodes(locations: readonly BucketLocation[]): Promise<Set<string>> {
  const nodes = new Map(locations.map(({ node }) => [keyOf(node), node]))
  const checked = await Promise.all([...nodes].map(async ([key, node]) => ((await isReachable(node)) ? [key] : [])))
  return new Set(checked.flat())
}
