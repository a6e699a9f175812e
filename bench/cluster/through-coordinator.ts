import { type Buckets, bucketNameOf, setBucketName } from '../../platform/storage/buckets.ts'
import { createDatabase, type Database } from '../../platform/storage/postgres/database.ts'

/** The same buckets, asked through the coordinator instead of at their own nodes. */
export function throughCoordinator(buckets: Buckets, coordinatorUrl: string): Buckets & { close(): Promise<void> } {
  const all = buckets.all().map(({ name }) => {
    const db = createDatabase({ connectionString: coordinatorUrl }, { searchPath: [name, 'public'] })
    setBucketName(db, name)
    return { name, db }
  })
  const find = (name: string | undefined): Database => {
    const bucket = all.find((other) => other.name === name)
    if (!bucket) throw new Error(`there is no bucket ${name}`)
    return bucket.db
  }
  return {
    directory: buckets.directory,
    all: () => all,
    of: async (tenantId) => find(bucketNameOf(await buckets.of(tenantId))),
    named: find,
    choose: async (email) => {
      const chosen = await buckets.choose(email)
      return all.find(({ name }) => name === chosen?.name)
    },
    close: async () => {
      await Promise.all(all.map(({ db }) => db.destroy()))
    },
  }
}
