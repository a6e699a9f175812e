import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { Viewer } from '../access/visibility.ts'
import { type FieldValue, fieldCondition, fieldSortKeys } from '../search/field-conditions.ts'
import type { FieldFilter, FieldName, FieldSort } from '../search/filters.ts'
import { BUILT_IN_FIELDS, BUILT_IN_PROVIDER } from './columns.ts'
import { type TagFilter, tagCondition } from './filter.ts'
import { aliasSortKey } from './search.ts'

export interface FieldSearch extends TagFilter, PageRequest {
  filters: readonly FieldFilter[]
  /** Defaults to the tag's alias. */
  sortBy?: FieldSort
}

export interface TagIdPage {
  tagIds: string[]
  /** Number of matches on all pages. */
  totalCount: number
}

/** Finds the tags whose fields match all filters. */
export async function searchTagsByField(db: Database, viewer: Viewer, search: FieldSearch): Promise<TagIdPage> {
  const { filters, sortBy, size, page } = search
  const signals = new SignalJoins(viewer)
  const conditions = filters.map((filter) => fieldCondition(toValue(filter, signals), filter))
  const keys = sortBy ? fieldSortKeys(toValue(sortBy, signals), sortBy.direction) : [aliasSortKey]
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

function toValue(field: FieldName, signals: SignalJoins): FieldValue {
  const builtIn = field.provider === BUILT_IN_PROVIDER ? BUILT_IN_FIELDS.get(field.fieldName) : undefined
  return builtIn ?? signals.join(field)
}

/** Orders the signals of one field. If several records give a tag a value, the pinned or else the latest one counts. */
const signalPriority = sql`pinned desc, date_updated desc, signal_id`

/** The joins of a search with the signals of the fields it uses, one join per field. */
class SignalJoins {
  readonly #viewer: Viewer
  readonly #names = new Map<string, { name: string; field: FieldName }>()

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  join(field: FieldName): FieldValue {
    const key = fieldKey(field)
    const { name } = this.#names.get(key) ?? { name: `signal_${this.#names.size}` }
    this.#names.set(key, { name, field })
    return { text: sql.ref(`${name}.value`), number: sql.ref(`${name}.value_number`) }
  }

  joins(): RawBuilder<unknown> {
    const joins = [...this.#names.values()].map(
      ({ name, field: { provider, application, fieldName } }) => sql`left join (
        select distinct on (tag_id) tag_id, value, value_number from signals g
        where tenant_id = ${this.#viewer.tenantId} and field_name = ${fieldName} and not archived
          and ${isFrom(sql`${provider}`, sql`${application ?? null}::text`)}
        order by tag_id, ${signalPriority}
      ) ${sql.ref(name)} on ${sql.ref(name)}.tag_id = t.tag_id`,
    )
    return joins.length === 0 ? sql`` : sql.join(joins, sql` `)
  }
}

/** Whether signal `g` comes from a provider, an application or `provider/application`. A null application restricts nothing. */
function isFrom(source: RawBuilder<unknown>, application: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${source} in (g.provider, g.application, g.provider || '/' || g.application)
    and g.application = coalesce(${application}, g.application)`
}

/** A map key for a field. */
export function fieldKey({ provider, application, fieldName }: FieldName): string {
  return JSON.stringify([provider, application, fieldName])
}

/** Loads the values of providers' fields on tags, by tag id and `fieldKey`. */
export async function loadSignalValues(
  db: Database,
  { tenantId }: Viewer,
  tagIds: readonly string[],
  fields: readonly FieldName[],
): Promise<Map<string, Map<string, string | null>>> {
  const values = new Map<string, Map<string, string | null>>()
  if (tagIds.length === 0 || fields.length === 0) return values
  const requested = fields.map((field) => ({ ...field, key: fieldKey(field) }))
  const { rows } = await sql<{ tag_id: string; key: string; value: string | null }>`
    select distinct on (g.tag_id, f.key) g.tag_id, f.key, g.value
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
      as f (key text, provider text, application text, "fieldName" text)
    join signals g on g.tenant_id = ${tenantId} and g.field_name = f."fieldName"
      and ${isFrom(sql`f.provider`, sql`f.application`)}
    where g.tag_id = any(${tagIds}::uuid[]) and not g.archived
    order by g.tag_id, f.key, ${signalPriority}`.execute(db)
  for (const { tag_id, key, value } of rows) {
    const valuesOfTag = values.get(tag_id) ?? new Map<string, string | null>()
    values.set(tag_id, valuesOfTag.set(key, value))
  }
  return values
}
