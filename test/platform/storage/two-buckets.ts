import { type Bucket, type Buckets, bucketNameOf, setBucketName } from '../../../platform/storage/buckets.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Database, databaseOf } from '../../../platform/storage/postgres/database.ts'
import { createPool } from '../../../platform/storage/postgres/pool.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { createTenant } from './fixtures.ts'
import { openTestStore, type TestStore } from './test-store.ts'

/** Two buckets, each in a database of its own. The directory is in that of the first. */
export interface TwoBuckets extends Buckets {
  first: TestBucket
  second: TestBucket
  setDirectoryAway(isAway: boolean): void
  /** A tenant who is in the directory and in a bucket. */
  createTenant(bucket: TestBucket, email: string): Promise<Tenant>
  close(): Promise<void>
}

export interface TestBucket extends Bucket {
  /** Finds the same tables, also while the bucket is away. */
  store: TestStore
  setAway(isAway: boolean): void
}

export async function openTwoBuckets(): Promise<TwoBuckets> {
  const [first, second] = await Promise.all([openBucket('bucket_1'), openBucket('bucket_2')])
  const directory = connectTo(first.store)
  const all = [first, second]
  const named = (name: string | undefined) => {
    const bucket = all.find((candidate) => candidate.name === name)
    if (!bucket) throw new Error(`there is no bucket ${name}`)
    return bucket.db
  }
  const rowOf = (db: Database, tenantId: string) =>
    db.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
  return {
    first,
    second,
    directory: directory.db,
    setDirectoryAway: directory.setAway,
    all: () => all,
    named,
    of: async (tenantId) => named((await rowOf(directory.db, tenantId)).bucket ?? undefined),
    choose: async () => first,
    createTenant: async ({ name, store: { db } }, email) => {
      const tenant = await createTenant(db, email)
      await db.updateTable('tenants').set({ bucket: name }).where('tenant_id', '=', tenant.tenantId).execute()
      const row = await rowOf(db, tenant.tenantId)
      if (name !== first.name) await directory.db.insertInto('tenants').values(row).execute()
      return { ...tenant, bucket: name }
    },
    close: async () => {
      await Promise.all([directory, ...all].map(({ db }) => db.destroy()))
      await Promise.all(all.map(({ store }) => store.close()))
    },
  }
}

async function openBucket(name: string): Promise<TestBucket> {
  const store = await openTestStore()
  const { db, setAway } = connectTo(store)
  setBucketName(db, name)
  return { name, store, db, setAway }
}

/** Connections of their own to the tables of a store. While it is away, none can be opened or used. */
function connectTo(store: TestStore): { db: Database; setAway: (isAway: boolean) => void } {
  const schema = bucketNameOf(store.db)
  const searchPath = schema === undefined ? undefined : [schema, 'public']
  const pool = createPool({ connectionString: store.url }, omitUndefined({ searchPath }))
  const connect = pool.connect.bind(pool)
  const fail = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const setAway = (isAway: boolean) => void Object.assign(pool, { connect: isAway ? fail : connect })
  return { db: databaseOf(pool), setAway }
}
