import type { Bucket, Buckets } from '../../../platform/storage/buckets.ts'
import { createDatabase, type Database } from '../../../platform/storage/postgres/database.ts'
import { openTestStore } from './test-store.ts'

/** Two databases as two buckets, and a third bucket that is away. */
export interface TestBuckets extends Buckets {
  first: Bucket
  second: Bucket
  away: Bucket
  /** The buckets of `all`; the first two by default. */
  listed: Bucket[]
  /** Records in which bucket a tenant is, for `of`. */
  settle: (tenantId: string, bucket: Bucket) => void
  close: () => Promise<void>
}

export async function openTestBuckets(): Promise<TestBuckets> {
  const stores = [await openTestStore(), await openTestStore()] as const
  const [first, second] = stores.map(({ db }, index) => ({ name: `bucket_${index + 1}`, db })) as [Bucket, Bucket]
  const away = { name: 'bucket_3', db: createDatabase({ host: '/nowhere', port: 1, user: 'nobody', database: 'none' }) }
  const bucketOf = new Map<string, Database>()
  const of = async (tenantId: string) => {
    const db = bucketOf.get(tenantId)
    if (!db) throw new Error('the tenant is in no bucket')
    return db
  }
  const all = [first, second, away]
  const buckets: TestBuckets = {
    first,
    second,
    away,
    listed: [first, second],
    directory: stores[0].buckets.directory,
    all: () => buckets.listed,
    of,
    named: (name) => all.find((bucket) => bucket.name === name)?.db ?? first.db,
    choose: async () => first,
    settle: (tenantId, { db }) => void bucketOf.set(tenantId, db),
    close: async () => {
      await Promise.all([...stores.map((store) => store.close()), away.db.destroy()])
    },
  }
  return buckets
}
