import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BlockKey, Mutation } from '../access/mutation.ts'
import type { BusinessObjectRow } from './related-rows.ts'

/** Identifies an object of a vendor by its URL, its vendor id, or both. */
export type BusinessObjectIdentity = Pick<BusinessObjectRow, 'provider' | 'url' | 'external_id' | 'metadata_type'>

/**
 * Attaches an object to a locked block. If an object with the same URL or vendor id is attached already, only its missing
 * columns are filled in.
 */
export async function attachBusinessObject(
  mutation: Mutation,
  block: BlockKey,
  object: BusinessObjectIdentity,
): Promise<void> {
  const attached = await findAttached(mutation, block, object)
  if (attached && !completes(attached, object)) return
  if (attached) await fillMissing(mutation, attached, object)
  else {
    const ids = { tenant_id: block.tenant_id, block_id: block.block_id, link_id: randomUUID() }
    const insert = mutation.tx.insertInto('business_objects').values({ ...object, ...ids, date_created: mutation.now })
    await mutation.write(block.tenant_id)(insert)
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

/** Whether the object has a value for a column that the attached one lacks. */
function completes(attached: BusinessObjectIdentity, object: BusinessObjectIdentity): boolean {
  return COLUMNS.some((column) => attached[column] === null && object[column] !== null)
}

async function fillMissing(
  mutation: Mutation,
  attached: BusinessObjectRow,
  object: BusinessObjectIdentity,
): Promise<void> {
  const missing = COLUMNS.filter((column) => attached[column] === null).map((column) => [column, object[column]])
  const update = mutation.tx
    .updateTable('business_objects')
    .set(Object.fromEntries(missing))
    .where('tenant_id', '=', attached.tenant_id)
    .where('link_id', '=', attached.link_id)
  await mutation.write(attached.tenant_id)(update)
}

/** Detaches an object from a block. Does nothing if it is not attached. */
export async function detachBusinessObject(mutation: Mutation, block: BlockKey, linkId: string): Promise<void> {
  const removing = mutation.tx
    .deleteFrom('business_objects')
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('link_id', '=', linkId)
    .returning('link_id')
  if ((await mutation.write(block.tenant_id)(removing)).length > 0) mutation.recordChange(block)
}
