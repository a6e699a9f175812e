import { sql } from 'kysely'
import { toIndexable } from './mapping/new-block.ts'
import type { PageContext } from './page-context.ts'
import type { WrittenItem } from './participants.ts'

interface SignalRow {
  tag_external_id: string
  record: string
  table: string | undefined
  name: string
  label: string
  field_type: string
  value: string
  number: number | undefined
}

/** Copies the values of insight records to signals of the tags that the records name by the vendor's id. */
export async function materializeSignals(
  page: PageContext,
  records: readonly WrittenItem[],
  tables: TablesByKey,
): Promise<void> {
  const signals = records.flatMap((record) => toSignals(record, tables))
  if (signals.length === 0) return
  const column = (name: keyof SignalRow) => signals.map((signal) => signal[name])
  await sql`
    insert into signals (tenant_id, signal_id, tag_id, provider, application, field_name, label, field_type, value,
      value_number, table_id, record_id, date_created, date_updated)
    select distinct on (l.tag_id, i.record, i.name) ${page.tenantId}, gen_random_uuid(), l.tag_id, ${page.provider},
      ${page.application}, i.name, i.label, i.field_type, i.value, i.number, i.table, i.record, ${page.now}, ${page.now}
    from unnest(${column('tag_external_id')}::text[], ${column('record')}::uuid[], ${column('table')}::uuid[],
      ${column('name')}::text[], ${column('label')}::text[], ${column('field_type')}::text[], ${column('value')}::text[],
      ${column('number')}::double precision[])
      as i (tag_external_id, record, "table", name, label, field_type, value, number)
    join external_id_links l on l.tenant_id = ${page.tenantId} and l.provider = ${page.provider}
      and l.application = ${page.application} and l.external_id = i.tag_external_id
    order by l.tag_id, i.record, i.name
    on conflict (tenant_id, tag_id, record_id, field_name) do update set value = excluded.value,
      value_number = excluded.value_number, reasoning = case when signals.value = excluded.value then signals.reasoning end,
      label = excluded.label, field_type = excluded.field_type,
      date_updated = excluded.date_updated
    where signals.value is distinct from excluded.value or signals.label <> excluded.label`.execute(page.tx)
}

/** The tables of a page by key: their block ids and their fields by name. */
export type TablesByKey = ReadonlyMap<string, { blockId: string; fields: ReadonlyMap<string, FieldDescription> }>

export interface FieldDescription {
  label: string
  fieldType: string
}

function toSignals({ blockId, item }: WrittenItem, tables: TablesByKey): SignalRow[] {
  const { tagExternalId, parentKey, detail } = item
  const table = parentKey === undefined ? undefined : tables.get(parentKey)
  if (tagExternalId === undefined || !table) return []
  const values = new Map((detail.values as { name: string; value: string }[]).map(({ name, value }) => [name, value]))
  const named = [...values].filter(([name]) => toIndexable(name) !== undefined)
  return named.map(([name, value]) => ({
    tag_external_id: tagExternalId,
    record: blockId,
    table: table.blockId,
    name,
    label: table.fields.get(name)?.label ?? name,
    field_type: table.fields.get(name)?.fieldType ?? 'string',
    value,
    number: toNumber(value),
  }))
}

/** The numeric value of a field, for comparisons. Undefined if the text is not a number. */
export function toNumber(value: string): number | undefined {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Updates signals, with the reasoning, after their records were written. A signal whose field is gone gets no value. */
export async function refreshSignals(
  { send, tenantId, now }: Pick<PageContext, 'send' | 'tenantId' | 'now'>,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return
  const rows = await send(sql<{ signal_id: string; value: string | null; reasoning: string | null }>`
    select g.signal_id, cell.value, cell.reasoning from sharing s
    join signals g on g.tenant_id = s.tenant_id and g.tag_id = s.tag_id and g.record_id = s.block_id
    join blocks b on b.tenant_id = s.tenant_id and b.block_id = s.block_id
    left join lateral (
      select c ->> 'value' as value, c ->> 'reasoning' as reasoning from jsonb_array_elements(b.detail -> 'values') c
      where c ->> 'name' = g.field_name limit 1
    ) cell on true
    where s.tenant_id = ${tenantId} and s.block_id = any(${recordIds}::uuid[])
      and (g.value is distinct from cell.value or g.reasoning is distinct from cell.reasoning)`)
  if (rows.length === 0) return
  const values = rows.map((row) => ({ ...row, number: toNumber(row.value ?? '') }))
  await send(sql`
    update signals g set value = i.value, value_number = i.number, reasoning = i.reasoning, date_updated = ${now}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as i (signal_id uuid, value text, reasoning text,
      number double precision)
    where g.tenant_id = ${tenantId} and g.signal_id = i.signal_id`)
}
