import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FieldValue, TableMetadata } from '../../../../src/contract/index.ts'
import { fromRecord } from '../../ingest/mapping/table.ts'
import { linkRecords } from '../../ingest/record-links.ts'
import { refreshSignals } from '../../ingest/signals.ts'
import { existingMarkers, searchVector } from '../../search-vector.ts'
import { type BlockKey, lockBlock, type Mutation } from '../access/mutation.ts'
import { grantOwnership } from '../access/shares.ts'
import type { BlockRow } from '../access/visibility.ts'

/** A cell as it is kept. */
export interface Cell extends FieldValue {
  /** Of a value that an AI has derived. */
  reasoning?: string
}

/** What becomes of a row of a table. */
export interface RecordUpsert {
  table: BlockRow
  /** The row as it stands, locked; absent: it is new. */
  existing?: BlockRow
  /** The vendor's id of it. */
  externalId?: string
  /** Cells to set; an empty value clears one. Of two of a name the later counts. */
  cells: readonly FieldValue[]
}

/**
 * Writes a row without asking its vendor. A new one has the access that the table gives, and the viewer owns it. It has
 * no hash: the next sync that brings it writes what the vendor made of it.
 */
export async function upsertRecord(mutation: Mutation, write: RecordUpsert): Promise<BlockKey> {
  if (write.existing) return update(mutation, write.existing, write)
  // Nobody shares the table meanwhile, so the row has the very access that it has.
  await lockBlock(mutation, write.table.block_id)
  const made = await create(mutation, write)
  if (made) return made
  // A sync has brought in the row meanwhile.
  const block = await lockBlock(mutation, await findRecordId(mutation, write))
  if (!block) throw new Error('a row that a sync has brought in cannot be seen by its tenant')
  return update(mutation, block, write)
}

async function create(mutation: Mutation, { table, externalId, cells }: RecordUpsert): Promise<BlockKey | undefined> {
  const { tx, viewer, now } = mutation
  const block_id = randomUUID()
  const { tenant_id, provider, application, connection_id } = table
  const draft = toNewBlock(table, externalId ?? block_id, mergeCells([], cells))
  const origin = externalId ? { external_id: externalId, external_key: draft.key } : {}
  const made = await tx
    .insertInto('blocks')
    .values({
      ...{ tenant_id, block_id, block_type: 'record', title: draft.title, detail: JSON.stringify(draft.detail) },
      ...{ creator_id: viewer.tenantId, parent_id: table.block_id, parent_type: 'table' },
      ...{ provider, application, connection_id, ...origin, tsv: searchVector(tenant_id, toSearchText(draft)) },
      ...{ date_associated: now, date_created: now, date_updated: now },
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider', 'application', 'external_key']).doNothing())
    .returning(['tenant_id', 'block_id', 'block_type'])
    .executeTakeFirst()
  if (!made) return undefined
  mutation.recordChange(made, 'CREATED')
  mutation.recordActivity(made, { activity_type: 'CREATED' })
  await inheritTableAccess(mutation, made, table)
  await grantOwnership(mutation, made)
  if (provider !== null && application !== null) {
    await linkRecords({ tx, tenantId: tenant_id, provider, application, now }, { blockIds: [block_id] })
  }
  return made
}

/** Whoever may see the table may see the row, and do as much with it. */
async function inheritTableAccess({ tx, now }: Mutation, row: BlockKey, table: BlockRow): Promise<void> {
  await sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, date_updated, date_associated, date_created)
    select s.tenant_id, ${row.block_id}::uuid, s.tag_id, s.tenant_id, true, s.sharing_level, 2, 'record', ${now}::bigint,
      ${now}::bigint, ${now}::bigint
    from sharing s where s.tenant_id = ${table.tenant_id} and s.block_id = ${table.block_id} and s.shared`.execute(tx)
}

async function findRecordId({ tx }: Mutation, { table, externalId = '' }: RecordUpsert): Promise<string> {
  const { block_id } = await tx
    .selectFrom('blocks')
    .select('block_id')
    .where('tenant_id', '=', table.tenant_id)
    .where('provider', '=', table.provider)
    .where('application', '=', table.application)
    .where('external_key', '=', toNewBlock(table, externalId, []).key)
    .executeTakeFirstOrThrow()
  return block_id
}

async function update(mutation: Mutation, known: BlockRow, { table, cells }: RecordUpsert): Promise<BlockKey> {
  const { tx, now } = mutation
  const { tenant_id, block_id, external_id } = known
  const values = mergeCells((known.detail.values ?? []) as Cell[], cells)
  const draft = toNewBlock(table, external_id ?? block_id, values)
  await tx
    .updateTable('blocks')
    .set({
      title: draft.title,
      detail: sql<string>`detail || ${JSON.stringify({ values })}::jsonb`,
      tsv: sql<string>`${searchVector(tenant_id, toSearchText(draft))} || ${existingMarkers}`,
      ...{ content_hash: null, date_updated: now, version: sql<number>`version + 1` },
    })
    .where('tenant_id', '=', tenant_id)
    .where('block_id', '=', block_id)
    .execute()
  mutation.recordChange(known)
  mutation.recordActivity(known, { activity_type: 'UPDATED', detail: { fields: cells.map(({ name }) => name) } })
  await refreshSignals({ tx, tenantId: tenant_id, now }, [block_id])
  return known
}

/** As the sync would see the row. */
function toNewBlock({ detail, external_id }: BlockRow, externalId: string, values: Cell[]) {
  const metadata = detail.metadata as TableMetadata
  return fromRecord({ externalId, values }, { metadata }, external_id ?? '')
}

function toSearchText({ title, search }: ReturnType<typeof toNewBlock>) {
  return { title, texts: search }
}

/** A cell that keeps its value keeps what was said of it. */
function mergeCells(known: readonly Cell[], cells: readonly FieldValue[]): Cell[] {
  const merged = new Map(known.map((cell) => [cell.name, cell]))
  for (const { name, value } of cells) {
    if (value === '') merged.delete(name)
    else if (merged.get(name)?.value !== value) merged.set(name, { name, value })
  }
  return [...merged.values()]
}
