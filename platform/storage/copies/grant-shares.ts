import { sql } from 'kysely'
import { type Buckets, bucketSchemasOf } from '../buckets.ts'
import { insertIntoFeeds } from '../changes.ts'
import { type Database, inTransaction, isUnavailable, type Tx } from '../postgres/database.ts'
import { Pipeline } from '../postgres/pipelining.ts'
import { grantShares, type NewRecipient, type RecipientRow, toFeeds, updateRecipientsOfCopies } from '../sharing.ts'
import { BucketTransaction } from './bucket-transaction.ts'
import { lockForCopying, selectCopiedRows } from './copied-rows.ts'
import { writeCopies } from './write-copies.ts'

/** How many tenants are granted what another bucket has for them at a time. */
const MAX_TENANTS = 100

/**
 * Records in the bucket of a new tenant that they are to get what was shared with their address before, from all buckets. It is
 * granted by `completeShares`, bucket by bucket: one that is away must not keep anybody from signing in.
 */
export async function recordOutstandingShares(tx: Tx, tenantId: string, { all }: Pick<Buckets, 'all'>): Promise<void> {
  const names = all().map(({ name }) => name)
  await sql`
    insert into outstanding_shares (tenant_id, bucket)
    select ${tenantId}::uuid, name from unnest(${names}::text[]) as name`.execute(tx)
}

/**
 * Grants what is outstanding for the tenants of a bucket. What a bucket that is away has for them stays outstanding. On one
 * PostgreSQL there is nothing to do.
 */
export async function completeOutstandingShares(db: Database, now: number): Promise<void> {
  if (!bucketSchemasOf(db)) return
  const buckets = await db.selectFrom('outstanding_shares').select('bucket').distinct().orderBy('bucket').execute()
  for (const { bucket } of buckets) {
    const recipients = await db
      .selectFrom('outstanding_shares as o')
      .innerJoin('tenants as t', 't.tenant_id', 'o.tenant_id')
      .select(['t.tenant_id as tenantId', 't.email'])
      .where('o.bucket', '=', bucket)
      .limit(MAX_TENANTS)
      .execute()
    for (const recipient of recipients) if (!(await isGranted(db, bucket, recipient, now))) break
  }
}

/** Grants a new tenant of a bucket what is outstanding for them. */
export async function completeShares(db: Database, recipient: NewRecipient, now: number): Promise<void> {
  const outstanding = await db
    .selectFrom('outstanding_shares')
    .select('bucket')
    .where('tenant_id', '=', recipient.tenantId)
    .orderBy('bucket')
    .execute()
  for (const { bucket } of outstanding) await isGranted(db, bucket, recipient, now)
}

/** Grants a tenant what a bucket has for them. False if the bucket is away. */
async function isGranted(db: Database, bucket: string, recipient: NewRecipient, now: number): Promise<boolean> {
  try {
    await inTransaction(db, (tx) => grantFrom(tx, db, bucket, recipient, now))
    return true
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return false
  }
}

/** Does nothing if another process has done it in the meantime. */
async function grantFrom(tx: Tx, db: Database, bucket: string, recipient: NewRecipient, now: number): Promise<void> {
  const { tenantId } = recipient
  const { numDeletedRows: outstanding } = await tx
    .deleteFrom('outstanding_shares')
    .where('tenant_id', '=', tenantId)
    .where('bucket', '=', bucket)
    .executeTakeFirstOrThrow()
  const schemas = bucketSchemasOf(db)
  if (outstanding === 0n || !schemas) return
  const pipeline = await Pipeline.open(tx)
  const buckets = new BucketTransaction(schemas, tenantId, pipeline.send)
  const isOfBucket = sql<boolean>`exists (select from feeds f where f.tenant_id = h.tenant_id)`
  const granted = await grantShares(buckets.in(bucket), recipient, isOfBucket)
  const added = bucket === buckets.own ? granted : await copyGranted(buckets, bucket, granted)
  await insertIntoFeeds(toFeeds(added, 'SHARED'), now)?.execute(tx)
}

/** Copies granted blocks to the own bucket, and returns the rows of recipients that were inserted there. */
async function copyGranted(
  buckets: BucketTransaction,
  home: string,
  granted: readonly RecipientRow[],
): Promise<RecipientRow[]> {
  const send = buckets.in(buckets.own)
  const added: RecipientRow[] = []
  for (const [tenantId, rows] of Map.groupBy(granted, ({ block_tenant_id }) => block_tenant_id)) {
    const ids = rows.map(({ block_id }) => block_id).sort()
    const copied = await buckets.within(home, (sendHome) => {
      sendHome(lockForCopying(tenantId, ids))
      return sendHome(selectCopiedRows(tenantId, ids, 0))
    })
    writeCopies(send, { tenantId, visible: ids, hidden: [] }, copied)
    added.push(...(await updateRecipientsOfCopies(send, tenantId, ids)).added)
  }
  return added
}
