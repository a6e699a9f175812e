import { sql } from 'kysely'
import { createCache } from '../../../src/runtime/cache.ts'
import type { BucketSchemas } from '../buckets.ts'
import { holdMoves } from '../cluster/hold-moves.ts'
import type { Send } from '../postgres/pipelining.ts'

/** The buckets of tenants by their ids. A tenant never moves to another bucket. */
const buckets = createCache<string>(100_000)

/** A transaction on a cluster. Its connection finds the tables of one bucket; its statements may be sent in any. */
export class BucketTransaction {
  /** The bucket whose tables the connection finds. */
  readonly own: string
  readonly #directory: string
  readonly #send: Send
  /** The other buckets that are not moved before the transaction has ended. */
  readonly #held = new Set<string>()

  /** `tenantId` is a tenant of the connection's own bucket. */
  constructor({ bucket, directory }: BucketSchemas, tenantId: string, send: Send) {
    this.own = bucket
    this.#directory = directory
    buckets.set(tenantId, bucket)
    this.#send = send
  }

  /** Everything that `work` sends before it returns is executed in the bucket. What it sends later is not. */
  within<Result>(bucket: string, work: (send: Send) => Result): Result {
    if (bucket === this.own) return work(this.#send)
    this.#hold(bucket)
    this.#find(bucket)
    try {
      return work(this.#send)
    } finally {
      this.#find(this.own)
    }
  }

  /** Sends each statement in the bucket. */
  in(bucket: string): Send {
    if (bucket === this.own) return this.#send
    return (statement) => this.within(bucket, (send) => send(statement))
  }

  /** Finds the buckets of tenants, so that `homeOf` knows them. */
  async load(tenantIds: Iterable<string>): Promise<void> {
    const unknown = [...new Set(tenantIds)].filter((id) => !buckets.has(id))
    if (unknown.length === 0) return
    const rows = await this.#send(sql<{ tenant_id: string; bucket: string | null }>`
      select tenant_id, bucket from tenants where tenant_id = any(${unknown}::uuid[])`)
    for (const { tenant_id, bucket } of rows) if (bucket !== null) buckets.set(tenant_id, bucket)
  }

  /** The bucket that holds a tenant. Throws if it was not loaded. */
  homeOf(tenantId: string): string {
    const bucket = buckets.get(tenantId)
    if (bucket === undefined) throw new Error(`the bucket of tenant ${tenantId} is not known`)
    return bucket
  }

  #hold(bucket: string): void {
    if (this.#held.has(bucket)) return
    this.#held.add(bucket)
    this.#send(holdMoves(bucket))
  }

  #find(bucket: string): void {
    this.#send(sql`set local search_path to ${sql.id(bucket)}, ${sql.id(this.#directory)}`)
  }
}
