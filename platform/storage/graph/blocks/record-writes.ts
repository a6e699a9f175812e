import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FieldValue, TableMetadata } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { fromRecord } from '../../ingest/mapping/table.ts'
import { linkRecords } from '../../ingest/record-links.ts'
import { refreshSignals } from '../../ingest/signals.ts'
import { existingMarkers, searchVector } from '../../search-vector.ts'
import { type BlockKey, lockBlock, type Mutation } from '../access/mutation.ts'
import { grantOwnership } from '../access/shares.ts'
import type { BlockRow } from '../access/visibility.ts'

/** A cell as it is stored in `detail.values` of a record. */
export interface Cell extends FieldValue {
  /** Why the value was chosen, if an AI derived it. */
  reasoning?: string
}

/** A record to create or update in a table. */
export interface RecordUpsert {
  table: BlockRow
  /** The locked record to update. Absent: a record is created. */
  existing?: BlockRow
  /** The record's id at the vendor. */
  externalId?: string
  /** Cells to set. An empty value clears a cell; of cells with the same name the last one counts. */
  cells: readonly Cell[]
}

/**
 * Writes a record to the store only, not to its vendor. A new record inherits the access of its table and is owned by the
 * viewer. Its content hash is empty, so that the next sync overwrites it with the vendor's version.
 */
export async function upsertRecord(mutation: Mutation, write: RecordUpsert): Promise<BlockKey> {
  if (write.existing) return update(mutation, write.existing, write)
  // The lock keeps the shares of the table from changing while the record inherits them.
  await lockBlock(mutation, write.table.block_id)
  const created = await create(mutation, write)
  if (created) return created
  // A sync has created the record in the meantime.
  const block = await lockBlock(mutation, await findRecordId(mutation, write))
  if (!block) throw new Error('a record that a sync has created is not visible to its tenant')
  return update(mutation, block, write)
}

async function create(mutation: Mutation, { table, externalId, cells }: RecordUpsert): Promise<BlockKey | undefined> {
  const { tx, viewer, now } = mutation
  const block_id = randomUUID()
  const { tenant_id, provider, application, connection_id } = table
  const block = toNewBlock(table, externalId ?? block_id, mergeCells([], cells))
  const insert = tx
    .insertInto('blocks')
    .values({
      tenant_id,
      block_id,
      block_type: 'record',
      title: block.title,
      detail: JSON.stringify(block.detail),
      creator_id: viewer.tenantId,
      parent_id: table.block_id,
      parent_type: 'table',
      provider,
      application,
      connection_id,
      ...omitUndefined({
        external_id: externalId || undefined,
        external_key: externalId ? block.key : undefined,
      }),
      tsv: searchVector(tenant_id, toSearchText(block)),
      date_associated: now,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider', 'application', 'external_key']).doNothing())
    .returning(['tenant_id', 'block_id', 'block_type'])
  const [created] = await mutation.sendHome(tenant_id)(insert)
  if (!created) return undefined
  if (mutation.isElsewhere(tenant_id)) mutation.send(insert)
  mutation.recordChange(created, 'CREATED')
  mutation.recordActivity(created, { activity_type: 'CREATED' })
  await inheritTableAccess(mutation, created, table)
  await grantOwnership(mutation, created)
  if (provider !== null && application !== null) {
    await linkRecords(
      { send: mutation.sendHome(tenant_id), tenantId: tenant_id, provider, application, now },
      { blockIds: [block_id] },
    )
  }
  return created
}

/** Gives everyone who may see the table the same role for the record. */
async function inheritTableAccess(mutation: Mutation, record: BlockKey, table: BlockRow): Promise<void> {
  const { now } = mutation
  await mutation.sendHome(table.tenant_id)(sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, date_updated, date_associated, date_created)
    select s.tenant_id, ${record.block_id}::uuid, s.tag_id, s.tenant_id, true, s.sharing_level, 2, 'record', ${now}::bigint,
      ${now}::bigint, ${now}::bigint
    from sharing s where s.tenant_id = ${table.tenant_id} and s.block_id = ${table.block_id} and s.shared`)
}

async function findRecordId(mutation: Mutation, { table, externalId = '' }: RecordUpsert): Promise<string> {
  const finding = mutation.tx
    .selectFrom('blocks')
    .select('block_id')
    .where('tenant_id', '=', table.tenant_id)
    .where('provider', '=', table.provider)
    .where('application', '=', table.application)
    .where('external_key', '=', toNewBlock(table, externalId, []).key)
  const [found] = await mutation.sendHome(table.tenant_id)(finding)
  if (!found) throw new Error('the record that a sync has created is gone')
  return found.block_id
}

async function update(mutation: Mutation, record: BlockRow, { table, cells }: RecordUpsert): Promise<BlockKey> {
  const { tx, now } = mutation
  const { tenant_id, block_id, external_id } = record
  const values = mergeCells((record.detail.values ?? []) as Cell[], cells)
  const block = toNewBlock(table, external_id ?? block_id, values)
  const write = tx
    .updateTable('blocks')
    .set({
      title: block.title,
      detail: sql<string>`detail || ${JSON.stringify({ values })}::jsonb`,
      tsv: sql<string>`${searchVector(tenant_id, toSearchText(block))} || ${existingMarkers}`,
      content_hash: null,
      date_updated: now,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('block_id', '=', block_id)
  await mutation.write(tenant_id)(write)
  mutation.recordChange(record)
  mutation.recordActivity(record, { activity_type: 'UPDATED', detail: { fields: cells.map(({ name }) => name) } })
  await refreshSignals({ send: mutation.sendHome(tenant_id), tenantId: tenant_id, now }, [block_id])
  return record
}

/** Maps a record the way a sync does. */
function toNewBlock({ detail, external_id }: BlockRow, externalId: string, values: Cell[]) {
  const metadata = detail.metadata as TableMetadata
  return fromRecord({ externalId, values }, { metadata }, external_id ?? '')
}

function toSearchText({ title, search }: ReturnType<typeof toNewBlock>) {
  return { title, texts: search }
}

/** Applies cells to the stored ones. A cell whose value does not change keeps its reasoning, unless another is given. */
function mergeCells(stored: readonly Cell[], cells: readonly Cell[]): Cell[] {
  const merged = new Map(stored.map((cell) => [cell.name, cell]))
  for (const { name, value, reasoning } of cells) {
    if (value === '') merged.delete(name)
    else if (merged.get(name)?.value !== value || reasoning !== undefined) {
      merged.set(name, omitUndefined({ name, value, reasoning }))
    }
  }
  return [...merged.values()]
}
