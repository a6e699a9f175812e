import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BusinessObjectRow } from './related-rows.ts'
import type { BlockKey, Edit } from '../access/mutation.ts'

/** An object of a vendor: a url, an id, or both. */
export type BusinessObject = Pick<BusinessObjectRow, 'provider' | 'url' | 'external_id' | 'metadata_type'>

/**
 * Attaches an object to a block that is locked. The same again, by its url or by its id at the vendor, adds what was
 * not known of it and makes no second.
 */
export async function attach(edit: Edit, block: BlockKey, object: BusinessObject): Promise<void> {
  const known = await findAttached(edit, block, object)
  if (known && !addsTo(known, object)) return
  if (known) await complete(edit, known, object)
  else {
    const ids = { tenant_id: block.tenant_id, block_id: block.block_id, link_id: randomUUID() }
    await edit.tx
      .insertInto('business_objects')
      .values({ ...object, ...ids, date_created: edit.now })
      .execute()
  }
  edit.changed(block)
}

async function findAttached({ tx }: Edit, { tenant_id, block_id }: BlockKey, object: BusinessObject) {
  const { rows } = await sql<BusinessObjectRow>`
    select * from business_objects where tenant_id = ${tenant_id} and block_id = ${block_id}
      and (url = ${object.url} or (external_id = ${object.external_id}
        and provider is not distinct from ${object.provider} and metadata_type is not distinct from ${object.metadata_type}))
    order by date_created, link_id limit 1`.execute(tx)
  return rows[0]
}

const PARTS = ['provider', 'url', 'external_id', 'metadata_type'] as const

function addsTo(known: BusinessObject, object: BusinessObject): boolean {
  return PARTS.some((part) => known[part] === null && object[part] !== null)
}

async function complete({ tx }: Edit, known: BusinessObjectRow, object: BusinessObject): Promise<void> {
  const added = PARTS.filter((part) => known[part] === null).map((part) => [part, object[part]])
  await tx
    .updateTable('business_objects')
    .set(Object.fromEntries(added))
    .where('tenant_id', '=', known.tenant_id)
    .where('link_id', '=', known.link_id)
    .execute()
}

/** One that is not attached is no error. */
export async function detach(edit: Edit, block: BlockKey, linkId: string): Promise<void> {
  const { numDeletedRows: removed } = await edit.tx
    .deleteFrom('business_objects')
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  if (removed > 0n) edit.changed(block)
}
