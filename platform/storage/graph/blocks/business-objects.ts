import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BlockKey, Mutation } from '../access/mutation.ts'
import type { BusinessObjectRow } from './related-rows.ts'

/** An object of a vendor: a url, an id, or both. */
export type BusinessObjectIdentity = Pick<BusinessObjectRow, 'provider' | 'url' | 'external_id' | 'metadata_type'>

/**
 * Attaches an object to a block that is locked. The same again, by its url or by its id at the vendor, adds what was
 * not known of it and makes no second.
 */
export async function attachBusinessObject(
  mutation: Mutation,
  block: BlockKey,
  object: BusinessObjectIdentity,
): Promise<void> {
  const known = await findAttached(mutation, block, object)
  if (known && !completes(known, object)) return
  if (known) await fillMissing(mutation, known, object)
  else {
    const ids = { tenant_id: block.tenant_id, block_id: block.block_id, link_id: randomUUID() }
    await mutation.tx
      .insertInto('business_objects')
      .values({ ...object, ...ids, date_created: mutation.now })
      .execute()
  }
  mutation.recordChange(block)
}

async function findAttached({ tx }: Mutation, { tenant_id, block_id }: BlockKey, object: BusinessObjectIdentity) {
  const { rows } = await sql<BusinessObjectRow>`
    select * from business_objects where tenant_id = ${tenant_id} and block_id = ${block_id}
      and (url = ${object.url} or (external_id = ${object.external_id}
        and provider is not distinct from ${object.provider} and metadata_type is not distinct from ${object.metadata_type}))
    order by date_created, link_id limit 1`.execute(tx)
  return rows[0]
}

const COLUMNS = ['provider', 'url', 'external_id', 'metadata_type'] as const

function completes(known: BusinessObjectIdentity, object: BusinessObjectIdentity): boolean {
  return COLUMNS.some((part) => known[part] === null && object[part] !== null)
}

async function fillMissing({ tx }: Mutation, known: BusinessObjectRow, object: BusinessObjectIdentity): Promise<void> {
  const added = COLUMNS.filter((part) => known[part] === null).map((part) => [part, object[part]])
  await tx
    .updateTable('business_objects')
    .set(Object.fromEntries(added))
    .where('tenant_id', '=', known.tenant_id)
    .where('link_id', '=', known.link_id)
    .execute()
}

/** One that is not attached is no error. */
export async function detachBusinessObject(mutation: Mutation, block: BlockKey, linkId: string): Promise<void> {
  const { numDeletedRows: removed } = await mutation.tx
    .deleteFrom('business_objects')
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  if (removed > 0n) mutation.recordChange(block)
}
