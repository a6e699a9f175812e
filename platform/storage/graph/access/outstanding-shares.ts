import { sql } from 'kysely'
import type { Buckets } from '../../buckets.ts'
import { type Database, isUnavailable } from '../../postgres/database.ts'
import { runMutation } from './mutation.ts'
import { type OutdatedAccess, type Recipient, selectOutdatedAccess } from './outdated-access.ts'

/**
 * For this long after a tenant was created, what is shared with their address is compared with what they were granted (ms).
 * A transaction that began before does not know them: it neither grants nor revokes what it shares or no longer shares with
 * their address. Transactions take much less time than this.
 */
export const GRANTING_PERIOD_MS = 300_000
/** How many blocks of one owner a transaction grants. */
const BATCH_SIZE = 200

/**
 * Grants the new tenants of a bucket, whose database is `db`, what is outstanding for them. What cannot be granted stays
 * outstanding; if that is not because a bucket is away, the errors are thrown at the end.
 */
export async function completeOutstandingShares(buckets: Buckets, db: Database, now: number): Promise<void> {
  const outstanding = await db
    .selectFrom('outstanding_shares as o')
    .innerJoin('tenants as t', 't.tenant_id', 'o.tenant_id')
    .select(['o.bucket', 't.tenant_id as tenantId', 't.tag_id as tagId', 't.email', 't.date_created as dateCreated'])
    .orderBy('t.date_created')
    .execute()
  const errors: unknown[] = []
  for (const [bucket, recipients] of Map.groupBy(outstanding, (row) => row.bucket)) {
    for (const recipient of recipients) {
      try {
        const home = buckets.named(bucket)
        await grantFrom(home, recipient, now)
        if (recipient.dateCreated + GRANTING_PERIOD_MS > now || !(await isKnown(home, recipient))) continue
        await db
          .deleteFrom('outstanding_shares')
          .where('tenant_id', '=', recipient.tenantId)
          .where('bucket', '=', bucket)
          .execute()
      } catch (error) {
        if (isUnavailable(error)) break
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} grants failed, the first: ${errors[0]}`)
}

/**
 * Grants a new tenant what is outstanding for them: what was shared with their address before they were created, in all
 * buckets. Never rejects: what a bucket that is away has for them is granted by `completeOutstandingShares`.
 */
export async function grantOutstandingShares(buckets: Buckets, recipient: Recipient, now: number): Promise<void> {
  // At the same time, so that buckets whose nodes are silent keep nobody waiting one after the other.
  await Promise.allSettled(buckets.all().map(({ db }) => grantFrom(db, recipient, now)))
}

/** Grants a tenant what the tenants of a bucket share with their address, and revokes what these no longer share. */
async function grantFrom(db: Database, recipient: Recipient, now: number): Promise<void> {
  let previous: OutdatedAccess | undefined
  for (;;) {
    const blocks = await selectOutdatedAccess(db, recipient, { after: previous, limit: BATCH_SIZE })
    for (const [tenantId, ofOwner] of Map.groupBy(blocks, ({ tenant_id }) => tenant_id)) {
      const [{ tag_id: tagId }] = ofOwner as [OutdatedAccess]
      await runMutation(db, { tenantId, tagId }, now, async (mutation) => {
        for (const block of ofOwner) mutation.recordOutdatedAccess(block)
      })
    }
    previous = blocks.at(-1)
    if (blocks.length < BATCH_SIZE) return
  }
}

/** On a cluster, a transaction is committed at one node before the other: whether a new tenant is known at that of a bucket. */
async function isKnown(db: Database, { tenantId }: Recipient): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from tenants t where t.tenant_id = ${tenantId}) as is_known
    from (select max(sequence) from feeds where tenant_id = ${tenantId}) as at_the_bucket`.execute(db)
  return rows[0]?.is_known === true
}
