import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Buckets } from '../../../../platform/storage/buckets.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import {
  type BlockKey,
  lockBlock,
  type Mutation,
  runMutation,
} from '../../../../platform/storage/graph/access/mutation.ts'
import { grantOwnership, upsertLinks, upsertPersonTags } from '../../../../platform/storage/graph/access/shares.ts'
import { createBlock, updateBlock } from '../../../../platform/storage/graph/blocks/writes.ts'
import { signIn } from '../../../../platform/storage/graph/user/sign-in.ts'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import { NOW } from '../fixtures.ts'

/** A person who lives in a bucket of a cluster. */
export interface Person extends Tenant {
  db: Database
  run: <Result>(work: (mutation: Mutation) => Promise<Result>) => Promise<Result>
}

/** An address whose owner gets the bucket with this number when they sign in. */
export function addressIn(bucket: number): string {
  return `${randomUUID()}@of-bucket-${bucket}.example`
}

/** Organizations, each of which has somebody in a bucket already, so that others of it get the same. */
export async function prepareOrganizations({ directory }: Pick<Buckets, 'directory'>): Promise<void> {
  for (const number of [1, 2, 3]) {
    const email = addressIn(number)
    await sql`
      insert into tenants (tenant_id, issuer, subject, email, tag_id, bucket, date_created, date_updated)
      values (${randomUUID()}, '', ${email}, ${email}, ${randomUUID()}, ${`bucket_${number}`}, 1, 1)`.execute(directory)
  }
}

export async function addPerson(buckets: Buckets, email: string): Promise<Person> {
  const tenant = await signIn(buckets, { issuer: 'test', subject: email, email }, NOW)
  return toPerson(tenant, await buckets.of(tenant.tenantId))
}

export function toPerson(tenant: Tenant, db: Database): Person {
  return { ...tenant, db, run: (work) => runMutation(db, tenant, NOW, work) }
}

export function addTask(owner: Person, title: string, id: string = randomUUID()): Promise<BlockKey> {
  return owner.run(async (mutation) => {
    const block = await createBlock(mutation, { block_type: 'task', title, block_id: id })
    if (!block) throw new Error('the id is in use')
    await grantOwnership(mutation, block)
    return block
  })
}

/** Changes who may see a block: undefined is nobody. */
export function share(owner: Person, blockId: string, email: string, level: number | undefined): Promise<void> {
  return owner.run(async (mutation) => {
    const block = await lockBlock(mutation, blockId)
    if (!block) throw new Error('the block is not visible')
    const tag_id = (await upsertPersonTags(mutation, block.tenant_id, [email])).get(email) as string
    const role = { shared: level !== undefined, sharing_level: level ?? 0, sharing_approach: 1 }
    const link = { tenant_id: block.tenant_id, tag_id, ...role, pinned: false, assigned: false }
    upsertLinks(mutation, block, [link])
    mutation.recordShareChange(block)
  })
}

/** Appends to the title of a block, as it is when it is locked. */
export function append(person: Person, blockId: string, text: string): Promise<void> {
  return person.run(async (mutation) => {
    const block = await lockBlock(mutation, blockId)
    if (!block) throw new Error('the block is not visible')
    updateBlock(mutation, block, { title: block.title + text })
  })
}

/** The title of a block, as a person sees it; undefined if they do not. */
export async function titleFor({ db, tenantId, tagId }: Person, blockId: string): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select b.title from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where v.tenant_id = ${tenantId} and v.tag_id = ${tagId} and v.shared and v.block_id = ${blockId}`.execute(db)
  return rows[0]?.title
}

/** What a person was notified of. */
export async function eventsOf({ db, tenantId }: Person): Promise<string[]> {
  const { rows } = await sql<{ event_type: string }>`
    select event_type from change_events where tenant_id = ${tenantId} and subject = 'block' order by sequence`.execute(
    db,
  )
  return rows.map(({ event_type }) => event_type)
}
