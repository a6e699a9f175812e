import { type Clock, systemClock } from '../model/clock.ts'
import { type Bucket, type Buckets, onlyBucket, pingTables } from './buckets.ts'
import { type Database, isUnavailable } from './postgres/database.ts'

/** What a bucket has responded. */
export interface BucketResult<Value> {
  bucket: Bucket
  value: Value
}

/** Why a bucket has not responded. */
export interface BucketFailure {
  bucket: Bucket
  error: unknown
}

export interface BucketResults<Value> {
  results: BucketResult<Value>[]
  failures: BucketFailure[]
}

export interface BucketGroups<Row> {
  groups: Map<Bucket, Row[]>
  errors: unknown[]
}

export interface EachBucketOptions {
  clock?: Clock
  /** A bucket that has not responded for this long is taken to be away (ms). */
  patienceMs?: number
  /** The time between two checks whether a bucket that is away has come back (ms). */
  retryMs?: number
  /** Called when a bucket is found to be away, and not again until it has come back. */
  onAway?: (failure: BucketFailure) => void
  onBack?: (bucket: Bucket) => void
}

export interface QueryOptions<Value> {
  patienceMs?: number
  /** Called with the result of a bucket that has responded after it was given up. */
  onLate?: (result: BucketResult<Value>) => void
}

/** Longer than opening a connection takes. A server whose machine is lost does not refuse: it is silent. */
const PATIENCE_MS = 10_000
const RETRY_MS = 3_000
/** No statement takes longer, so whoever has not responded by then will not. */
export const STATEMENT_PATIENCE_MS = 35_000

interface Absence {
  dateCheck: number
}

/**
 * Work that concerns all buckets, each of them alone: one that is away delays and fails none of the others. With a single
 * bucket, everything is as if it were called directly, its errors included.
 */
export class EachBucket {
  readonly buckets: Buckets
  readonly #options: Required<Pick<EachBucketOptions, 'clock' | 'patienceMs' | 'retryMs'>> & EachBucketOptions
  readonly #absences = new Map<Database, Absence>()

  constructor(buckets: Buckets, options: EachBucketOptions = {}) {
    this.buckets = buckets
    this.#options = { clock: systemClock, patienceMs: PATIENCE_MS, retryMs: RETRY_MS, ...options }
  }

  /** Whether there is no other bucket than this database. */
  get isSingle(): boolean {
    return this.all().length === 1
  }

  all(): readonly Bucket[] {
    return this.buckets.all()
  }

  /**
   * The buckets without those that were away when they were last used; in the background, these are checked from time to
   * time. All buckets if all are away, because then there is none that would be delayed.
   */
  present(): readonly Bucket[] {
    const present = this.all().filter((bucket) => !this.#checkAbsence(bucket))
    return present.length > 0 ? present : this.all()
  }

  /** The names of the buckets that are away, as far as is known. */
  get absentNames(): string[] {
    return this.all().flatMap(({ name, db }) => (this.#absences.has(db) ? [name] : []))
  }

  /** Finds out which buckets are away. One PostgreSQL is not asked. Never rejects. */
  async check(): Promise<void> {
    const ofCluster = this.all().filter((bucket) => !this.#isOnlyDatabase(bucket))
    await Promise.all(ofCluster.map((bucket) => this.#queryAlone(bucket, ({ db }) => pingTables(db), {})))
  }

  /** Queries buckets at the same time. Rejects only if there is a single bucket. */
  async query<Value>(
    buckets: readonly Bucket[],
    query: (bucket: Bucket) => Promise<Value>,
    options: QueryOptions<Value> = {},
  ): Promise<BucketResults<Value>> {
    const [first] = buckets
    if (first && this.isSingle) return { results: [{ bucket: first, value: await query(first) }], failures: [] }
    const outcomes = await Promise.all(buckets.map((bucket) => this.#queryAlone(bucket, query, options)))
    return {
      results: outcomes.filter((outcome) => 'value' in outcome),
      failures: outcomes.filter((outcome) => 'error' in outcome),
    }
  }

  /** Does something in all buckets at the same time, also in those that were away. Never rejects. */
  async work(task: (bucket: Bucket) => Promise<unknown>, onFailure: (failure: BucketFailure) => void): Promise<void> {
    const patient = { patienceMs: Number.POSITIVE_INFINITY }
    const outcomes = await Promise.all(this.all().map((bucket) => this.#queryAlone(bucket, task, patient)))
    for (const outcome of outcomes) if ('error' in outcome) onFailure(outcome)
  }

  /** Assigns rows to the buckets of their tenants. `errors`: why rows of some tenants are in no group. */
  async group<Row extends { tenantId: string }>(rows: readonly Row[]): Promise<BucketGroups<Row>> {
    const all = this.all()
    const groups = new Map<Bucket, Row[]>()
    const errors: unknown[] = []
    const assign = async (tenantId: string, ofTenant: Row[]) => {
      try {
        const db = await this.buckets.of(tenantId)
        const bucket = all.find((candidate) => candidate.db === db)
        if (!bucket) throw new Error(`the bucket of the tenant ${tenantId} is not open`)
        groups.set(bucket, [...(groups.get(bucket) ?? []), ...ofTenant])
      } catch (error) {
        errors.push(error)
      }
    }
    const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId)
    await Promise.all([...byTenant].map(([tenantId, ofTenant]) => assign(tenantId, ofTenant)))
    return { groups, errors }
  }

  async #queryAlone<Value>(
    bucket: Bucket,
    query: (bucket: Bucket) => Promise<Value>,
    options: QueryOptions<Value>,
  ): Promise<BucketResult<Value> | BucketFailure> {
    try {
      const value = await this.#awaitPatiently(bucket, query(bucket), options)
      this.#end(bucket)
      return { bucket, value }
    } catch (error) {
      if (isUnavailable(error) && !this.#isOnlyDatabase(bucket)) this.#begin({ bucket, error })
      return { bucket, error }
    }
  }

  #isOnlyDatabase({ db }: Bucket): boolean {
    return this.isSingle && db === this.buckets.directory
  }

  #awaitPatiently<Value>(
    bucket: Bucket,
    response: Promise<Value>,
    { patienceMs = this.#options.patienceMs, onLate }: QueryOptions<Value>,
  ): Promise<Value> {
    if (patienceMs === Number.POSITIVE_INFINITY) return response
    return new Promise((resolve, reject) => {
      let isLate = false
      const cancel = this.#options.clock.schedule(patienceMs, () => {
        isLate = true
        reject(noResponse(bucket))
      })
      const settle = (value: Value) => {
        cancel()
        if (isLate) onLate?.({ bucket, value })
        else resolve(value)
      }
      response.then(settle, (error) => {
        cancel()
        reject(error)
      })
    })
  }

  #begin(failure: BucketFailure): void {
    const { db } = failure.bucket
    if (!this.#absences.has(db)) this.#options.onAway?.(failure)
    this.#absences.set(db, { dateCheck: this.#options.clock.elapsed() + this.#options.retryMs })
  }

  #end(bucket: Bucket): void {
    if (this.#absences.delete(bucket.db)) this.#options.onBack?.(bucket)
  }

  /** Whether the bucket is away, as far as is known. */
  #checkAbsence(bucket: Bucket): boolean {
    const absence = this.#absences.get(bucket.db)
    if (!absence) return false
    const { clock, retryMs } = this.#options
    if (clock.elapsed() >= absence.dateCheck) {
      absence.dateCheck = clock.elapsed() + retryMs
      pingTables(bucket.db).then(
        () => this.#end(bucket),
        () => undefined,
      )
    }
    return true
  }
}

/** Work on one PostgreSQL. */
export function onlyDatabase(db: Database): EachBucket {
  return new EachBucket(onlyBucket(db))
}

/** Reads as an error of a database that is away. */
function noResponse({ name }: Bucket): Error {
  return Object.assign(new Error(`${name} does not respond`), { code: 'ETIMEDOUT' })
}
