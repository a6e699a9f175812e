import { sql } from 'kysely'
import type { Bucket, Buckets } from '../../../../../platform/storage/buckets.ts'
import { locateBuckets } from '../../../../../platform/storage/cluster/metadata.ts'
import { saveProvider } from '../../../../../platform/storage/connections/providers.ts'
import type { Tenant } from '../../../../../platform/storage/connections/tenants.ts'
import { signIn } from '../../../../../platform/storage/graph/user/sign-in.ts'
import { createConnection, DEFINITION, NOW } from '../../fixtures.ts'

/** A tenant of a bucket. */
export interface BucketTenant extends Tenant {
  bucket: string
  /** Of the node that the bucket is on. */
  port: number
}

/** A tenant with a mailbox that is due. */
export interface MailboxOwner extends BucketTenant {
  /** Sees a part of the mailbox, from another bucket. */
  reader?: BucketTenant
}

/** Creates two mailboxes in each bucket. The first of one bucket is shared with somebody of the next. */
export async function createOwners(buckets: Buckets): Promise<MailboxOwner[]> {
  await saveProvider(buckets.directory, { url: 'https://provider.example', definition: DEFINITION }, NOW)
  const locations = await locateBuckets(buckets.directory)
  const create = async (bucket: Bucket, name: string): Promise<BucketTenant> => {
    const email = `${name}@${bucket.name.replace('_', '-')}.example`
    const identity = { issuer: 'https://issuer.example', subject: email, email }
    const tenant = await signIn({ ...buckets, choose: async () => bucket, all: () => buckets.all() }, identity, NOW)
    const port = locations.find(({ name }) => name === bucket.name)?.node.port as number
    return { ...tenant, bucket: bucket.name, port }
  }
  const all = buckets.all()
  const owners: MailboxOwner[] = []
  for (const [index, bucket] of all.entries()) {
    const next = all[(index + 1) % all.length] as Bucket
    owners.push({ ...(await create(bucket, 'ada')), reader: await create(next, 'ben') }, await create(bucket, 'cleo'))
  }
  for (const owner of owners) await createConnection(await buckets.of(owner.tenantId), owner)
  for (const { db } of all) await sql`update syncs set runnable = sync = 'email'`.execute(db)
  return owners
}
