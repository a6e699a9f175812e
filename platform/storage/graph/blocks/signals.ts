import { type Selectable, sql } from 'kysely'
import type { Field } from '../../../../src/contract/index.ts'
import { toNumber } from '../../ingest/signals.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { SignalTable } from '../../postgres/tables/blocks.ts'
import type { Mutation } from '../access/mutation.ts'
import { type BlockRow, isVisible, type Viewer } from '../access/visibility.ts'
import type { Cell } from './record-writes.ts'

/** A field's value on a tag. Nobody but the tag's tenant sees it. */
export type SignalRow = Selectable<SignalTable>

/** More signals of one tag are not answered. */
const MAX_SIGNALS_PER_TAG = 1_000

const signalOrder = sql.raw('g.pinned desc, g.date_updated desc, g.field_name, g.signal_id')

/** Signals that are not archived, by tag: pinned ones first, then what changed last. */
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
  providers?: readonly string[]
  fieldNames?: readonly string[]
}

export async function listSignals(db: Database, viewer: Viewer, filter: SignalsFilter): Promise<SignalRow[]> {
  const { tagIds, providers, fieldNames, size, page } = filter
  const { rows } = await sql<SignalRow>`
    select g.* from signals g
    where g.tenant_id = ${viewer.tenantId} and g.tag_id = any(${tagIds}::uuid[]) and not g.archived
      and ${providers ? sql`g.provider = any(${providers}::text[])` : sql`true`}
      and ${fieldNames ? sql`g.field_name = any(${fieldNames}::text[])` : sql`true`}
    order by ${signalOrder} limit ${size} offset ${size * page}`.execute(db)
  return rows
}

/** What a row says of a tag. */
type TagFieldValue = Omit<
  SignalRow,
  'tenant_id' | 'signal_id' | 'pinned' | 'archived' | 'date_created' | 'date_updated'
>

/**
 * What a field of a table says of a tag: of the tag's rows at home with the tenant the one that changed last. Undefined
 * when the tag has none that the viewer may see.
 */
export async function findTagFieldValue(
  { tx, viewer }: Mutation,
  tagId: string,
  { block_id, provider }: BlockRow,
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
    ...{ tag_id: tagId, table_id: block_id, record_id: row.record_id, provider: provider ?? '' },
    ...{ field_name: name, label, field_type: fieldType },
    ...{ value, value_number: toNumber(value ?? '') ?? null, reasoning },
  }
}

/** Pins a field of a row to a tag; one that was lifted there by a sync, or archived, is pinned and shown again. */
export function pinSignal({ tx, viewer, now }: Mutation, field: TagFieldValue): Promise<SignalRow> {
  return tx
    .insertInto('signals')
    .values({
      ...{ tenant_id: viewer.tenantId, signal_id: sql<string>`gen_random_uuid()`, ...field, pinned: true },
      ...{ date_created: now, date_updated: now },
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'tag_id', 'record_id', 'field_name']).doUpdateSet(({ ref }) => ({
        ...{ pinned: true, archived: false, date_updated: now },
        ...{ value: ref('excluded.value'), value_number: ref('excluded.value_number') },
        ...{ label: ref('excluded.label'), field_type: ref('excluded.field_type') },
        reasoning: ref('excluded.reasoning'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined when the tenant has no such signal. */
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
