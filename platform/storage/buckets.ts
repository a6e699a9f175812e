import { sql } from 'kysely'
import type { Database } from './postgres/database.ts'

/** A group of tenants whose tables are in one schema. On one PostgreSQL all tenants are in one bucket. */
export interface Bucket {
  /** The name of the schema. */
  name: string
  db: Database
}

/** Where the tables of each tenant are. */
export interface Buckets {
  /** The tables of all tenants together: `tenants`, `providers` and `processes`. */
  readonly directory: Database
  /** All buckets, whether their nodes respond or not. */
  all(): readonly Bucket[]
  /** The database of the bucket that holds a tenant. Throws if the tenant does not exist. */
  of(tenantId: string): Promise<Database>
  /**
   * The database of the bucket that a tenant's row names, without asking the directory; absent: the only one. It is the same
   * object as long as the process runs. Throws if this process does not know the bucket yet: `of` asks for it.
   */
  named(bucket: string | undefined): Database
  /** The bucket in which a new tenant is created; undefined on one PostgreSQL, which need not store it. */
  choose(email: string): Promise<Bucket | undefined>
}

const ONLY = 'public'

/** Everything is in one database: one PostgreSQL, or one bucket of a cluster. */
export function onlyBucket(db: Database): Buckets {
  const name = bucketNameOf(db)
  const bucket = { name: name ?? ONLY, db }
  const chosen = name === undefined ? undefined : bucket
  return { directory: db, all: () => [bucket], of: async () => db, named: () => db, choose: async () => chosen }
}

/** The schemas in which the connections of a bucket find their tables. */
export interface BucketSchemas {
  bucket: string
  directory: string
}

const schemas = new WeakMap<Database, BucketSchemas>()

/** Records that the connections of `db` find the tables of a bucket of a cluster, and those of the directory. */
export function setBucketName(db: Database, bucket: string, directory = ONLY): void {
  schemas.set(db, { bucket, directory })
}

/** What names a bucket in a line of the log; nothing on one PostgreSQL. */
export function bucketLabel({ db }: Bucket): { bucket?: string } {
  const bucket = bucketNameOf(db)
  return bucket === undefined ? {} : { bucket }
}

/** The name of the bucket whose tables the connections of `db` find; undefined on one PostgreSQL. */
export function bucketNameOf(db: Database): string | undefined {
  return schemas.get(db)?.bucket
}

/** Undefined on one PostgreSQL. */
export function bucketSchemasOf(db: Database): BucketSchemas | undefined {
  return schemas.get(db)
}

/** Throws when the node with the tables of a bucket does not respond, also if another node accepts the connections. */
export async function pingTables(db: Database): Promise<void> {
  await sql`select 1 from feeds limit 1`.execute(db)
}
