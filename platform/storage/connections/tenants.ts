import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import { domainOfEmail } from '../../../src/runtime/web-address.ts'
import type { Buckets } from '../buckets.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
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

/**
 * Creates the tenant of an identity with a person tag, on a cluster in the bucket that is chosen by the address. What is shared
 * with the address is outstanding then. Of two concurrent calls, one creates the tenant and the other finds it.
 */
export async function createTenant(buckets: Buckets, identity: Identity, now: number): Promise<Tenant> {
  const bucket = await buckets.choose(identity.email)
  return inTransaction(bucket?.db ?? buckets.directory, async (tx) => {
    const tenant = await insertTenant(tx, identity, bucket?.name, now)
    if (!tenant) return (await findTenant(tx, identity)) as Tenant
    const names = buckets.all().map(({ name }) => name)
    await sql`
      insert into outstanding_shares (tenant_id, bucket)
      select ${tenant.tenantId}::uuid, name from unnest(${names}::text[]) as name`.execute(tx)
    return tenant
  })
}

/** Undefined if there is a tenant with this identity already. */
async function insertTenant(
  tx: Tx,
  identity: Identity,
  bucket: string | undefined,
  now: number,
): Promise<Tenant | undefined> {
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
      ...omitUndefined({ bucket }),
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 0n) return undefined
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
  if (bucket !== undefined) await tx.insertInto('feeds').values({ tenant_id: tenantId }).execute()
  return omitNullish({ tenantId, email, givenName: givenName ?? null, tagId, bucket: bucket ?? null })
}
