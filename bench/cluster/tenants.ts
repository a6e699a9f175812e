import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Bucket, type Buckets, bucketNameOf } from '../../platform/storage/buckets.ts'

export interface BenchTenant {
  tenantId: string
  email: string
  /** The tenant's own person tag. */
  tagId: string
  bucket: Bucket
}

/** Creates a tenant in a bucket that the benchmark chooses, so that all buckets have the same number of them. */
export async function createTenantIn(
  buckets: Pick<Buckets, 'directory'>,
  bucket: Bucket,
  issuer = 'bench',
): Promise<BenchTenant> {
  const [tenantId, tagId] = [randomUUID(), randomUUID()]
  const email = `${tenantId}@${bucket.name.replaceAll('_', '-')}.example`
  const name = bucketNameOf(bucket.db) ?? null
  await sql`
    insert into tenants (tenant_id, issuer, subject, email, tag_id, bucket, date_created, date_updated)
    values (${tenantId}, ${issuer}, ${email}, ${email}, ${tagId}, ${name}, 0, 0)`.execute(buckets.directory)
  if (name !== null) await sql`insert into feeds (tenant_id) values (${tenantId})`.execute(bucket.db)
  await sql`
    insert into tags (tenant_id, tag_id, tag_type, alias, email, email_domain, name_search, date_created, date_updated)
    values (${tenantId}, ${tagId}, 'person', ${email}, ${email}, ${email.split('@')[1]}, ${email}, 0, 0)`.execute(
    bucket.db,
  )
  return { tenantId, email, tagId, bucket }
}
