import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { Viewer } from '../access/visibility.ts'
import { allOf, numberCondition, stringCondition } from '../search/conditions.ts'
import type { NumberFilter, StringFilter } from '../search/filters.ts'
import { BUILT_IN_FIELDS, BUILT_IN_PROVIDER } from './columns.ts'
import { type TagFilter, tagCondition } from './filter.ts'
import { aliasSortKey } from './search.ts'

/** A field of tags: one of their own columns, or what a provider's tables say of them. */
export interface FieldName {
  provider: string
  fieldName: string
}

export interface FieldFilter extends FieldName {
  stringFilter?: StringFilter
  numberFilter?: NumberFilter
  isNull?: boolean
}

export interface FieldSearch extends TagFilter, PageRequest {
  filters: readonly FieldFilter[]
  /** Absent: by name. */
  sortBy?: FieldName & { direction: 'ASC' | 'DESC' }
}

export interface TagIdPage {
  tagIds: string[]
  /** Of all that fit, on every page. */
  totalCount: number
}

/** The tags whose fields fit all the filters. */
export async function searchTagsByField(db: Database, viewer: Viewer, search: FieldSearch): Promise<TagIdPage> {
  const { filters, sortBy, size, page } = search
  const signals = new SignalJoins(viewer)
  const conditions = filters.map((filter) => fieldCondition(toValue(filter, signals), filter))
  const keys = sortBy ? sortKeys(toValue(sortBy, signals), sql.raw(sortBy.direction)) : [aliasSortKey]
  const { rows } = await sql<TagIdPage>`
    with found as materialized (
      select t.tag_id::text, row_number() over (order by ${sql.join([...keys, sql`t.tag_id`])}) as place
      from tags t ${signals.joins()}
      where ${tagCondition(viewer, search)} and ${allOf(conditions)}
    )
    select (select count(*)::int from found) as "totalCount", array(
      select tag_id from found where place > ${page * size} and place <= ${(page + 1) * size} order by place
    ) as "tagIds"`.execute(db)
  return rows[0] ?? { tagIds: [], totalCount: 0 }
}

/** The value of a field as text, and as a number where it is one. */
interface FieldValue {
  text: RawBuilder<unknown>
  number: RawBuilder<unknown>
}

function toValue(field: FieldName, signals: SignalJoins): FieldValue {
  const own = field.provider === BUILT_IN_PROVIDER ? BUILT_IN_FIELDS.get(field.fieldName) : undefined
  return own ?? signals.join(field)
}

function fieldCondition({ text, number }: FieldValue, { stringFilter, numberFilter, isNull }: FieldFilter) {
  return allOf([
    ...(stringFilter ? [stringCondition(text, stringFilter)] : []),
    ...(numberFilter ? [numberCondition(number, numberFilter)] : []),
    ...(isNull === undefined ? [] : [sql<boolean>`(${text} is null) = ${isNull}`]),
  ])
}

/** Numbers come before texts, and what has no value comes last. */
function sortKeys({ text, number }: FieldValue, direction: RawBuilder<unknown>) {
  return [sql`${number} ${direction} nulls last`, sql`lower(${text}) collate "C" ${direction} nulls last`]
}

/** Which signals stand for a field: of a tag with several rows the pinned one, else the one that changed last. */
const chosenFirst = sql`pinned desc, date_updated desc, signal_id`

/** The fields of providers that a search asks about, each joined once. */
class SignalJoins {
  readonly #viewer: Viewer
  readonly #names = new Map<string, { name: string; field: FieldName }>()

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  join(field: FieldName): FieldValue {
    const key = keyOf(field)
    const { name } = this.#names.get(key) ?? { name: `signal_${this.#names.size}` }
    this.#names.set(key, { name, field })
    return { text: sql.ref(`${name}.value`), number: sql.ref(`${name}.value_number`) }
  }

  joins(): RawBuilder<unknown> {
    const joins = [...this.#names.values()].map(
      ({ name, field: { provider, fieldName } }) => sql`left join (
        select distinct on (tag_id) tag_id, value, value_number from signals
        where tenant_id = ${this.#viewer.tenantId} and provider = ${provider} and field_name = ${fieldName}
          and not archived
        order by tag_id, ${chosenFirst}
      ) ${sql.ref(name)} on ${sql.ref(name)}.tag_id = t.tag_id`,
    )
    return joins.length === 0 ? sql`` : sql.join(joins, sql` `)
  }
}

function keyOf({ provider, fieldName }: FieldName): string {
  return JSON.stringify([provider, fieldName])
}

/** What providers' fields say of tags: by tag, and by provider and name as `fieldKey` puts them. */
export async function loadSignalValues(
  db: Database,
  { tenantId }: Viewer,
  tagIds: readonly string[],
  fields: readonly FieldName[],
): Promise<Map<string, Map<string, string | null>>> {
  const values = new Map<string, Map<string, string | null>>()
  if (tagIds.length === 0 || fields.length === 0) return values
  const { rows } = await sql<{ tag_id: string; provider: string; field_name: string; value: string | null }>`
    select distinct on (g.tag_id, g.provider, g.field_name) g.tag_id, g.provider, g.field_name, g.value
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as f (provider text, "fieldName" text)
    join signals g on g.tenant_id = ${tenantId} and g.provider = f.provider and g.field_name = f."fieldName"
    where g.tag_id = any(${tagIds}::uuid[]) and not g.archived
    order by g.tag_id, g.provider, g.field_name, ${chosenFirst}`.execute(db)
  for (const { tag_id, provider, field_name, value } of rows) {
    const ofTag = values.get(tag_id) ?? new Map<string, string | null>()
    values.set(tag_id, ofTag.set(keyOf({ provider, fieldName: field_name }), value))
  }
  return values
}

export { keyOf as fieldKey }
