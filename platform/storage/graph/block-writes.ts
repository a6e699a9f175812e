import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { BlockTable, BlockType } from '../tables/blocks.ts'
import { searchable, searchableTitle } from '../text.ts'
import type { BlockKey, Edit } from './edit.ts'
import type { BlockRow } from './viewing.ts'

/** What a person may set of a block. Dates are epoch ms. */
export type BlockFields = Partial<
  Pick<
    Insertable<BlockTable>,
    | ('title' | 'summary' | 'text' | 'document' | 'parent_id' | 'parent_type' | 'origin_id' | 'origin_type')
    | ('origin_tag_id' | 'thread_id' | 'status' | 'priority' | 'snoozed' | 'template' | 'proposed' | 'generated')
    | ('date_due' | 'date_remind_me' | 'date_completed' | 'date_associated' | 'date_start' | 'date_end' | 'uri')
  >
> & {
  detail?: Record<string, unknown>
  large?: Record<string, unknown>
}

export interface NewBlock extends BlockFields {
  block_type: BlockType
  /** Absent: a new one. */
  block_id?: string
  /** The tenant it belongs to; absent: the viewer. A comment belongs where the block is that it is on. */
  tenant_id?: string
}

/**
 * Creates a block, without its links. Undefined when the tenant has a block of that id: one that the viewer cannot see,
 * or that was made in the same moment.
 */
export async function createBlock(edit: Edit, block: NewBlock): Promise<BlockKey | undefined> {
  const { viewer, now } = edit
  const { block_id = randomUUID(), tenant_id = viewer.tenantId, detail, large, ...fields } = block
  const made = await edit.tx
    .insertInto('blocks')
    .values({
      ...fields,
      ...{ tenant_id, block_id, creator_id: viewer.tenantId, tsv: searchVector(tenant_id, block) },
      ...(detail ? { detail: JSON.stringify(detail) } : {}),
      ...(large ? { large: JSON.stringify(large) } : {}),
      date_associated: block.date_associated ?? now,
      ...{ date_created: now, date_updated: now },
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'block_id']).doNothing())
    .returning(['tenant_id', 'block_id', 'block_type'])
    .executeTakeFirst()
  if (!made) return undefined
  edit.changed(made, 'CREATED')
  edit.noted(made, { activity_type: 'CREATED' })
  return made
}

/** Writes fields of a block that the viewer has locked. `detail` and `large` are merged, a null in them takes away. */
export async function writeBlock(edit: Edit, block: BlockRow, fields: BlockFields): Promise<void> {
  const { detail, large, ...columns } = fields
  const wasRenamed = fields.title !== undefined && fields.title !== block.title
  const text = { title: block.title, summary: block.summary, text: block.text, ...fields }
  await edit.tx
    .updateTable('blocks')
    .set({
      ...columns,
      ...(detail ? { detail: merged('detail', detail) } : {}),
      ...(large ? { large: merged('large', large) } : {}),
      ...(isSearched(fields) ? { tsv: searchVector(block.tenant_id, text) } : {}),
      date_updated: edit.now,
      version: sql`version + 1`,
    })
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .execute()
  edit.changed(block)
  if (wasRenamed) {
    edit.noted(block, { activity_type: 'RENAMED', detail: { oldTitle: block.title, newTitle: fields.title } })
  }
}

/** Puts a block that the viewer has locked away, or back. One that is there already is left alone. */
export async function archiveBlock(edit: Edit, block: BlockRow, archived: boolean): Promise<void> {
  if (block.archived === archived) return
  await edit.tx
    .updateTable('blocks')
    .set({ archived, date_updated: edit.now, version: sql`version + 1` })
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .execute()
  const event = archived ? 'ARCHIVED' : 'RESTORED'
  edit.changed(block, event)
  edit.noted(block, { activity_type: event })
}

/** Whether the viewer's own tenant has a block of that id, seen or not. */
export async function isTaken({ tx, viewer }: Edit, blockId: string): Promise<boolean> {
  const { rows } = await sql`
    select from blocks where tenant_id = ${viewer.tenantId} and block_id = ${blockId}`.execute(tx)
  return rows.length > 0
}

function merged(column: 'detail' | 'large', values: Record<string, unknown>) {
  return sql<string>`jsonb_strip_nulls(coalesce(${sql.ref(column)}, '{}') || ${JSON.stringify(values)}::jsonb)`
}

function isSearched({ title, summary, text }: BlockFields): boolean {
  return title !== undefined || summary !== undefined || text !== undefined
}

/** What a block is found by: see the column's note in the migration. */
export function searchVector(
  tenantId: string,
  { title, summary, text }: Pick<BlockFields, 'title' | 'summary' | 'text'>,
) {
  const body = searchable([summary ?? undefined, text ?? undefined])
  return sql<string>`setweight(to_tsvector('simple', ${searchableTitle(title ?? '')}), 'A')
    || setweight(to_tsvector('simple', ${body}), 'B') || array_to_tsvector(array[${tenantId}::text])`
}
