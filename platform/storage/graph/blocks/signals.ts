import { type Selectable, sql } from 'kysely'
import type { Field } from '../../../../src/contract/index.ts'
import { toNumber } from '../../ingest/signals.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { SignalTable } from '../../postgres/tables/blocks.ts'
import type { Mutation } from '../access/mutation.ts'
import { type BlockRow, isVisible, type Viewer } from '../access/visibility.ts'
import type { Cell } from './record-writes.ts'

/** The value of a table field on a tag. Only the tenant of the tag may see it. */
export type SignalRow = Selectable<SignalTable>

/** Maximum number of signals loaded per tag. */
const MAX_SIGNALS_PER_TAG = 1_000

const signalOrder = sql.raw('g.pinned desc, g.date_updated desc, g.field_name, g.signal_id')

/** Loads the signals of tags that are not archived, by tag id: pinned ones first, then the last changed. */
export async function loadSignals(
  db: Database | Tx,
  { tenantId }: Viewer,
  tagIds: readonly string[],
): Promise<Map<string, SignalRow[]>> {
  const { rows } = await sql<SignalRow>`
    select g.* from unnest(${tagIds}::uuid[]) as k (tag_id)
    cross join lateral (
      select * from signals g where g.tenant_id = ${tenantId} and g.tag_id = k.tag_id and not g.archived
      order by ${signalOrder} limit ${MAX_SIGNALS_PER_TAG}
    ) g
    order by ${signalOrder}`.execute(db)
  return Map.groupBy(rows, ({ tag_id }) => tag_id)
}

export interface SignalsFilter extends PageRequest {
  tagIds: readonly string[]
  /** Names of providers or applications, or `provider/application`. */
  providers?: readonly string[]
  fieldNames?: readonly string[]
}

export async function listSignals(db: Database, viewer: Viewer, filter: SignalsFilter): Promise<SignalRow[]> {
  const { tagIds, providers, fieldNames, size, page } = filter
  const { rows } = await sql<SignalRow>`
    select g.* from signals g
    where g.tenant_id = ${viewer.tenantId} and g.tag_id = any(${tagIds}::uuid[]) and not g.archived
      and ${providers ? sql`array[g.provider, g.application, g.provider || '/' || g.application] && ${providers}::text[]` : sql`true`}
      and ${fieldNames ? sql`g.field_name = any(${fieldNames}::text[])` : sql`true`}
    order by ${signalOrder} limit ${size} offset ${size * page}`.execute(db)
  return rows
}

/** The value that a record gives a tag for one field. */
type TagFieldValue = Omit<
  SignalRow,
  'tenant_id' | 'signal_id' | 'pinned' | 'archived' | 'date_created' | 'date_updated'
>

/**
 * Finds the value of a table field for a tag: that of the last changed record that the tenant owns and that is linked to
 * the tag. Returns undefined if there is no such record that the viewer may see.
 */
export async function findTagFieldValue(
  { tx, viewer }: Mutation,
  tagId: string,
  { block_id, provider, application }: BlockRow,
  { name, label, fieldType }: Field,
): Promise<TagFieldValue | undefined> {
  const { rows } = await sql<{ record_id: string; cells: Cell[] }>`
    select b.block_id as record_id, b.detail -> 'values' as cells from sharing s
    join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id and b.parent_id = ${block_id}
    where s.tenant_id = ${viewer.tenantId} and s.block_tenant_id = s.tenant_id and s.tag_id = ${tagId}
      and s.block_type = 'record' and not s.archived and ${isVisible(viewer)}
    order by b.date_updated desc, b.block_id limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { value = null, reasoning = null } = row.cells.find((cell) => cell.name === name) ?? {}
  return {
    tag_id: tagId,
    table_id: block_id,
    record_id: row.record_id,
    provider: provider ?? '',
    application: application ?? '',
    field_name: name,
    label,
    field_type: fieldType,
    value,
    value_number: toNumber(value ?? '') ?? null,
    reasoning,
  }
}

/** Pins the field of a record to a tag. If the signal exists, because a sync created it, it is updated, pinned and restored. */
export function pinSignal({ tx, viewer, now }: Mutation, field: TagFieldValue): Promise<SignalRow> {
  return tx
    .insertInto('signals')
    .values({
      ...field,
      tenant_id: viewer.tenantId,
      signal_id: sql<string>`gen_random_uuid()`,
      pinned: true,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'tag_id', 'record_id', 'field_name']).doUpdateSet(({ ref }) => ({
        pinned: true,
        archived: false,
        date_updated: now,
        value: ref('excluded.value'),
        value_number: ref('excluded.value_number'),
        label: ref('excluded.label'),
        field_type: ref('excluded.field_type'),
        reasoning: ref('excluded.reasoning'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Archives or restores a signal. Returns undefined if the tenant has no signal with this id. */
export function archiveSignal(
  { tx, viewer, now }: Mutation,
  signalId: string,
  archived: boolean,
): Promise<SignalRow | undefined> {
  return tx
    .updateTable('signals')
    .set({ archived, date_updated: now })
    .where('tenant_id', '=', viewer.tenantId)
    .where('signal_id', '=', signalId)
    .returningAll()
    .executeTakeFirst()
}
