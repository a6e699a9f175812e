import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { type BlockRow, blockColumns, type Viewer, visibleBlocks, visibleTo } from '../access/visibility.ts'
import { matchesText } from '../search/block-conditions.ts'
import { type FieldValue, fieldCondition, fieldSortKeys } from '../search/field-conditions.ts'
import type { FieldFilter, FieldName, FieldSort } from '../search/filters.ts'
import { toTextQuery } from '../search/text-query.ts'

/** Filters of the records of a table, combined with AND. */
export interface RecordsFilter extends PageRequest {
  /** Fields of another provider than the table's have no value in any record. */
  filters: readonly FieldFilter[]
  searchString?: string
  externalIds?: readonly string[]
  /** Defaults to the newest record first. */
  sortBy?: FieldSort
}

/** Lists the records of a table that the viewer may see and that are not archived. */
export async function listRecords(
  db: Database,
  viewer: Viewer,
  table: BlockRow,
  { filters, searchString, externalIds, sortBy, size, page }: RecordsFilter,
): Promise<BlockRow[]> {
  const conditions = [
    ...filters.map((filter) => fieldCondition(cellValue(table, filter), filter)),
    ...(searchString === undefined ? [] : [matchesText(toTextQuery(searchString))]),
    ...(externalIds ? [sql<boolean>`b.external_id = any(${externalIds}::text[])`] : []),
  ]
  const order = sortBy ? fieldSortKeys(cellValue(table, sortBy), sortBy.direction) : [sql`b.date_created desc`]
  const { rows } = await sql<BlockRow>`
    select ${blockColumns} from ${visibleBlocks}
    where ${visibleTo(viewer)} and b.tenant_id = ${table.tenant_id} and b.parent_id = ${table.block_id}
      and b.block_type = 'record' and not b.archived and ${allOf(conditions)}
    order by ${sql.join([...order, sql`b.block_id`])} limit ${size} offset ${size * page}`.execute(db)
  return rows
}

/** The value of a field of record `b`; null if it is empty or the field belongs to another provider. */
function cellValue({ provider }: BlockRow, field: FieldName): FieldValue {
  const isForeign = provider !== null && field.provider !== provider
  const text: RawBuilder<string | null> = isForeign
    ? sql`null::text`
    : sql`(select nullif(cell ->> 'value', '') from jsonb_array_elements(b.detail -> 'values') cell
    where cell ->> 'name' = ${field.fieldName} limit 1)`
  return { text, number: toNumber(text) }
}

/** Matches texts that can be cast to double precision without an error. */
const NUMBER_PATTERN =
  '^[ \\t\\r\\n]*[-+]?([0-9]{1,200}(\\.[0-9]{0,100})?|\\.[0-9]{1,100})([eE][-+]?[0-9]{1,2})?[ \\t\\r\\n]*$'

function toNumber(value: RawBuilder<string | null>): RawBuilder<number | null> {
  return sql`(case when ${value} ~ ${NUMBER_PATTERN} then ${value}::double precision end)`
}
