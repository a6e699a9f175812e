import { type RawBuilder, type Selectable, sql } from 'kysely'
import { idArray } from '../../postgres/arrays.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { ExternalIdLinkTable, TagTable } from '../../postgres/tables/tags.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'
import type { BusinessObjectRow } from '../blocks/related-rows.ts'

/** A tag without its internal columns. Tags are visible to their own tenant only. */
export type TagRow = Omit<Selectable<TagTable>, 'name_search' | 'version' | 'merged_into'>

export const TAG_COLUMNS = [
  'tenant_id',
  'tag_id',
  'tag_type',
  'tag_sub_type',
  'alias',
  'friendly_name',
  'email',
  'email_domain',
  'avatar',
  'favicon',
  'url',
  'urls',
  'phone_number',
  'description',
  'external_id',
  'favorite',
  'archived',
  'date_used',
  'date_created',
  'date_updated',
] as const satisfies (keyof TagRow)[]

/** The names and that of the id, each once and in one order, so that the same columns are the same statement. */
export function withTagId(names: Iterable<keyof TagRow>): (keyof TagRow)[] {
  return [...new Set<keyof TagRow>(['tag_id', ...names])].sort()
}

/** Selects some columns of a `TagRow` from a tag `t`: the members of the others are undefined. */
export function selectTagColumns(names: Iterable<keyof TagRow>): RawBuilder<TagRow> {
  // One text, because Kysely compiles each column of a list anew for each statement.
  return sql.raw(
    withTagId(names)
      .map((name) => `t.${name}`)
      .join(', '),
  )
}

/** Selects the columns of a `TagRow` from a tag `t`. */
export const tagColumns = selectTagColumns(TAG_COLUMNS)

/** Finds tags of the viewer by id, archived or not. */
export async function findTags(
  db: Database | Tx,
  { tenantId }: Viewer,
  tagIds: readonly string[],
  columns: RawBuilder<TagRow> = tagColumns,
): Promise<Map<string, TagRow>> {
  const { rows } = await sql<TagRow>`
    select ${columns} from tags t
    where t.tenant_id = ${tenantId} and t.tag_id = any(${idArray(tagIds)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.tag_id, row]))
}

/** Finds person tags of the viewer by email. Emails must be in lower case. */
export async function findPersonTags(
  db: Database | Tx,
  { tenantId }: Viewer,
  emails: readonly string[],
): Promise<Map<string, TagRow>> {
  const { rows } = await sql<TagRow & { email: string }>`
    select ${tagColumns} from unnest(${[...new Set(emails)]}::text[]) as k (email)
    cross join lateral (
      select * from tags where tenant_id = ${tenantId} and email = k.email and tag_type = 'person' limit 1
    ) t`.execute(db)
  return new Map(rows.map((row) => [row.email, row]))
}

/** Counts the open tasks that the viewer may see, by tag id. Tags without open tasks have no entry. */
export async function countOpenTasks(
  db: Database | Tx,
  viewer: Viewer,
  tagIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tag_id: string; count: number }>`
    select s.tag_id, count(*)::int as count from sharing s
    join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
    where s.tenant_id = ${viewer.tenantId} and s.tag_id = any(${tagIds}::uuid[]) and s.block_type = 'task'
      and not s.archived and b.status is distinct from 'completed' and ${isVisible(viewer)}
    group by s.tag_id`.execute(db)
  return new Map(rows.map(({ tag_id, count }) => [tag_id, count]))
}

export type ExternalIdLinkRow = Selectable<ExternalIdLinkTable>

/** Loads the ids that tags have at vendors, by tag id. */
export async function loadExternalIdLinks(
  db: Database | Tx,
  { tenantId }: Viewer,
  tagIds: readonly string[],
): Promise<Map<string, ExternalIdLinkRow[]>> {
  const rows = await db
    .selectFrom('external_id_links')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('tag_id', 'in', tagIds)
    .orderBy('date_created')
    .orderBy('link_id')
    .execute()
  return Map.groupBy(rows, ({ tag_id }) => tag_id)
}

/** Loads the vendor objects that are attached to tags, by tag id. */
export async function loadTagBusinessObjects(
  db: Database | Tx,
  { tenantId }: Viewer,
  tagIds: readonly string[],
): Promise<Map<string, BusinessObjectRow[]>> {
  const { rows } = await sql<BusinessObjectRow & { tag_id: string }>`
    select * from business_objects where tenant_id = ${tenantId} and tag_id = any(${tagIds}::uuid[])
    order by date_created, link_id`.execute(db)
  return Map.groupBy(rows, ({ tag_id }) => tag_id)
}
