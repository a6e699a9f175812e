import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { BlockTable, BlockType } from '../../postgres/tables/blocks.ts'
import { existingMarkers, searchVector } from '../../search-vector.ts'
import type { BlockKey, Mutation } from '../access/mutation.ts'
import type { BlockRow } from '../access/visibility.ts'

/** The fields of a block that a person may set. Dates are epoch ms. */
export type BlockFields = Partial<
  Pick<
    Insertable<BlockTable>,
    | 'title'
    | 'summary'
    | 'text'
    | 'document'
    | 'parent_id'
    | 'parent_type'
    | 'origin_id'
    | 'origin_type'
    | 'origin_tag_id'
    | 'thread_id'
    | 'status'
    | 'priority'
    | 'snoozed'
    | 'template'
    | 'proposed'
    | 'generated'
    | 'date_due'
    | 'date_remind_me'
    | 'date_completed'
    | 'date_associated'
    | 'date_start'
    | 'date_end'
    | 'uri'
  >
> & {
  detail?: Record<string, unknown>
  large?: Record<string, unknown>
}

export interface BlockInsert extends BlockFields {
  block_type: BlockType
  /** Defaults to a new UUID. */
  block_id?: string
  /** The tenant that will own the block; defaults to the viewer. A comment is owned by the tenant of the block it is on. */
  tenant_id?: string
}

/**
 * Creates a block without links. Returns undefined if the tenant has a block with this id: one that the viewer cannot see,
 * or one that was created concurrently. Blocks of other tenants do not matter (decision 033).
 */
export async function createBlock(mutation: Mutation, block: BlockInsert): Promise<BlockKey | undefined> {
  const { viewer, now } = mutation
  const { block_id = randomUUID(), tenant_id = viewer.tenantId, detail, large, ...fields } = block
  const insert = mutation.tx
    .insertInto('blocks')
    .values({
      ...fields,
      ...omitUndefined({
        detail: detail && JSON.stringify(detail),
        large: large && JSON.stringify(large),
      }),
      tenant_id,
      block_id,
      creator_id: viewer.tenantId,
      tsv: searchVector(tenant_id, toSearchText(block)),
      date_associated: block.date_associated ?? now,
      date_created: now,
      date_updated: now,
    })
    .returning(['tenant_id', 'block_id', 'block_type'])
  const created = { tenant_id, block_id, block_type: block.block_type }
  if (block.block_id === undefined) {
    // An id that was just drawn is not in use, so the result need not be awaited.
    mutation.write(tenant_id)(insert)
  } else {
    const ifUnused = insert.onConflict((conflict) => conflict.columns(['tenant_id', 'block_id']).doNothing())
    if ((await mutation.sendHome(tenant_id)(ifUnused)).length === 0) return undefined
    if (mutation.isElsewhere(tenant_id)) mutation.send(ifUnused)
    forgetOthers(mutation, created)
  }
  mutation.recordCreation(created)
  mutation.recordActivity(created, { activity_type: 'CREATED' })
  return created
}

/** Updates fields of a locked block. `detail` and `large` are merged into the stored objects; a null removes a member. */
export function updateBlock(mutation: Mutation, block: BlockRow, fields: BlockFields): void {
  const { detail, large, ...columns } = fields
  const wasRenamed = fields.title !== undefined && fields.title !== block.title
  const text = { title: block.title, summary: block.summary, text: block.text, ...fields }
  const update = mutation.tx
    .updateTable('blocks')
    .set({
      ...columns,
      ...omitUndefined({
        detail: detail && mergeJson('detail', detail),
        large: large && mergeJson('large', large),
        tsv: changesSearchText(fields)
          ? sql<string>`${searchVector(block.tenant_id, toSearchText(text))} || ${existingMarkers}`
          : undefined,
      }),
      date_updated: mutation.now,
      version: sql`version + 1`,
    })
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
  mutation.write(block.tenant_id)(update)
  mutation.recordChange(block)
  if (wasRenamed) {
    mutation.recordActivity(block, {
      activity_type: 'RENAMED',
      detail: { oldTitle: block.title, newTitle: fields.title },
    })
  }
}

/** Archives or restores a locked block. Does nothing if the block already is in that state. */
export function archiveBlock(mutation: Mutation, block: BlockRow, archived: boolean): void {
  if (block.archived === archived) return
  const update = mutation.tx
    .updateTable('blocks')
    .set({ archived, date_updated: mutation.now, version: sql`version + 1` })
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
  mutation.write(block.tenant_id)(update)
  const event = archived ? 'ARCHIVED' : 'RESTORED'
  mutation.recordChange(block, event)
  mutation.recordActivity(block, { activity_type: event })
}

/** Deletes what the tenant still has of another tenant's block with the same id, which they do not see any more. */
function forgetOthers(mutation: Mutation, { tenant_id, block_id }: BlockKey): void {
  const send = mutation.sendHome(tenant_id)
  send(sql`
    delete from sharing where tenant_id = ${tenant_id} and block_id = ${block_id} and block_tenant_id <> tenant_id`)
  send(sql`delete from block_marks where tenant_id = ${tenant_id} and block_id = ${block_id}`)
}

function mergeJson(column: 'detail' | 'large', values: Record<string, unknown>) {
  return sql<string>`jsonb_strip_nulls(coalesce(${sql.ref(column)}, '{}') || ${JSON.stringify(values)}::jsonb)`
}

function changesSearchText({ title, summary, text }: BlockFields): boolean {
  return title !== undefined || summary !== undefined || text !== undefined
}

function toSearchText({ title, summary, text }: Pick<BlockFields, 'title' | 'summary' | 'text'>) {
  return { title, texts: [summary, text] }
}
