import { randomUUID } from 'node:crypto'
import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import { domainOfEmail } from '../../../src/runtime/web-address.ts'
import type { Buckets } from '../buckets.ts'
import { completeShares, recordOutstandingShares } from '../copies/grant-shares.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { grantPendingShares } from '../sharing.ts'
import { toNameSearch } from '../text-normalization.ts'

/** The identity in an access token. The issuer has verified the e-mail address. */
export interface Identity {
  issuer: string
  subject: string
  email: string
  givenName?: string
  name?: string
}

export interface Tenant {
  tenantId: string
  email: string
  givenName?: string
  /** Id of the tenant's own person tag. */
  tagId: string
  /** The bucket that holds the tenant's tables; absent on one PostgreSQL. */
  bucket?: string
}

/**
 * The tenant of an identity. The first time it is created, with a person tag and the blocks shared with its address; on a
 * cluster in the bucket that is chosen by its address.
 */
export async function signIn(buckets: Buckets, identity: Identity, now: number): Promise<Tenant> {
  const { directory } = buckets
  const existing = await findTenant(directory, identity)
  if (existing) return existing
  const bucket = await buckets.choose(identity.email)
  if (!bucket) return inTransaction(directory, (tx) => createTenant(tx, identity, now))
  const tenant = await inTransaction(bucket.db, (tx) =>
    createTenant(tx, identity, now, { all: () => buckets.all(), own: bucket.name }),
  )
  await completeShares(bucket.db, tenant, now)
  return tenant
}

/** The bucket that gets a new tenant, and all others. */
interface BucketOfTenant extends Pick<Buckets, 'all'> {
  own: string
}

/** The tenant who has signed in with this identity before. */
export async function findTenant(
  db: Database | Tx,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Tenant | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select(['tenant_id as tenantId', 'email', 'given_name as givenName', 'tag_id as tagId', 'bucket'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && omitNullish(row)
}

/** Of two concurrent first requests, one creates the tenant and the other finds it after the commit. */
async function createTenant(tx: Tx, identity: Identity, now: number, buckets?: BucketOfTenant): Promise<Tenant> {
  const [tenantId, tagId] = [randomUUID(), randomUUID()]
  const email = identity.email.trim().toLowerCase()
  const { issuer, subject, givenName } = identity
  const dates = { date_created: now, date_updated: now }
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('tenants')
    .values({
      tenant_id: tenantId,
      issuer,
      subject,
      email,
      given_name: givenName ?? null,
      tag_id: tagId,
      ...dates,
      ...omitUndefined({ bucket: buckets?.own }),
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 0n) return (await findTenant(tx, identity)) as Tenant
  const friendlyName = identity.name ?? givenName ?? null
  await tx
    .insertInto('tags')
    .values({
      tenant_id: tenantId,
      tag_id: tagId,
      tag_type: 'person',
      alias: friendlyName ?? email,
      friendly_name: friendlyName,
      email,
      email_domain: domainOfEmail(email),
      name_search: toNameSearch(friendlyName, email),
      ...dates,
    })
    .execute()
  if (buckets) {
    await tx.insertInto('feeds').values({ tenant_id: tenantId }).execute()
    await recordOutstandingShares(tx, tenantId, buckets)
  } else {
    await grantPendingShares(tx, { tenantId, email }, now)
  }
  return omitNullish({ tenantId, email, givenName: givenName ?? null, tagId, bucket: buckets?.own ?? null })
}
