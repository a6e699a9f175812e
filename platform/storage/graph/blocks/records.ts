import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { type BlockRow, blockColumns, type Viewer, visibleBlocks, visibleTo } from '../access/visibility.ts'
import { matchesText } from '../search/block-conditions.ts'
import { allOf, numberCondition, stringCondition } from '../search/conditions.ts'
import { buildTextQuery } from '../search/text-query.ts'
import type { FieldFilter, FieldName } from '../tags/fields.ts'

/** Which rows of a table; all that is given must hold. */
export interface RecordsFilter extends PageRequest {
  /** Of another provider than the table's no row has a value. */
  filters: readonly FieldFilter[]
  searchString?: string
  externalIds?: readonly string[]
  /** Absent: the newest first. */
  sortBy?: FieldName & { direction: 'ASC' | 'DESC' }
}

/** Rows of a table that the viewer may see and that are not archived. */
export async function listRecords(
  db: Database,
  viewer: Viewer,
  table: BlockRow,
  { filters, searchString, externalIds, sortBy, size, page }: RecordsFilter,
): Promise<BlockRow[]> {
  const words = searchString === undefined ? undefined : await buildTextQuery(db, searchString)
  const conditions = [
    ...filters.map((filter) => fieldCondition(cellValue(table, filter), filter)),
    ...(words === undefined ? [] : [matchesText(words)]),
    ...(externalIds ? [sql<boolean>`b.external_id = any(${externalIds}::text[])`] : []),
  ]
  const order = sortBy ? sortKeys(cellValue(table, sortBy), sql.raw(sortBy.direction)) : [sql`b.date_created desc`]
  const { rows } = await sql<BlockRow>`
    select ${blockColumns} from ${visibleBlocks}
    where ${visibleTo(viewer)} and b.tenant_id = ${table.tenant_id} and b.parent_id = ${table.block_id}
      and b.block_type = 'record' and not b.archived and ${allOf(conditions)}
    order by ${sql.join([...order, sql`b.block_id`])} limit ${size} offset ${size * page}`.execute(db)
  return rows
}

type Text = RawBuilder<string | null>

/** The value of a field of row `b`; an empty one is none, and so is one that another provider would have. */
function cellValue({ provider }: BlockRow, field: FieldName): Text {
  if (provider !== null && field.provider !== provider) return sql`null::text`
  return sql`(select nullif(cell ->> 'value', '') from jsonb_array_elements(b.detail -> 'values') cell
    where cell ->> 'name' = ${field.fieldName} limit 1)`
}

/** What reads as a number and fits a double; whatever else it is, it is none. */
const NUMBER_PATTERN =
  '^[ \\t\\r\\n]*[-+]?([0-9]{1,200}(\\.[0-9]{0,100})?|\\.[0-9]{1,100})([eE][-+]?[0-9]{1,2})?[ \\t\\r\\n]*$'

function toNumber(value: Text): RawBuilder<number | null> {
  return sql`(case when ${value} ~ ${NUMBER_PATTERN} then ${value}::double precision end)`
}

function fieldCondition(value: Text, { stringFilter, numberFilter, isNull }: FieldFilter): RawBuilder<boolean> {
  return allOf([
    ...(stringFilter ? [stringCondition(value, stringFilter)] : []),
    ...(numberFilter ? [numberCondition(toNumber(value), numberFilter)] : []),
    ...(isNull == null ? [] : [sql<boolean>`(${value} is null) = ${isNull}`]),
  ])
}

/** Numbers come before texts, and what has no value comes last. */
function sortKeys(value: Text, direction: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [sql`${toNumber(value)} ${direction} nulls last`, sql`lower(${value}) collate "C" ${direction} nulls last`]
}
