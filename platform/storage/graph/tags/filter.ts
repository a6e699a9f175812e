import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { TagType } from '../../postgres/tables/index.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'

/** Filters of tags, combined with AND; absent filters do not restrict. An empty list matches nothing. */
export interface TagFilter {
  tagTypes?: readonly TagType[]
  /** In lower case. */
  tagSubTypes?: readonly string[]
  tagIds?: readonly string[]
  folderIds?: readonly string[]
  /** The email of a person, in lower case. */
  email?: string
  /** In lower case. */
  emailDomains?: readonly string[]
  /** If true, archived tags match too. */
  archived?: boolean
  favorite?: boolean
  hasTasks?: boolean
}

/** Whether `t` is a tag of the viewer that matches the filter. */
export function tagCondition(viewer: Viewer, filter: TagFilter): RawBuilder<boolean> {
  const { tagTypes, tagSubTypes, tagIds, folderIds, email, emailDomains, favorite, hasTasks } = filter
  return allOf([
    sql`t.tenant_id = ${viewer.tenantId}`,
    ...(filter.archived ? [] : [sql<boolean>`not t.archived`]),
    ...(tagTypes ? [sql<boolean>`t.tag_type = any(${tagTypes})`] : []),
    ...(tagSubTypes ? [sql<boolean>`lower(t.tag_sub_type) = any(${tagSubTypes})`] : []),
    ...(tagIds ? [sql<boolean>`t.tag_id = any(${tagIds}::uuid[])`] : []),
    ...(folderIds ? [inFolders(viewer, folderIds)] : []),
    ...(email === undefined ? [] : [sql<boolean>`t.tag_type = 'person' and t.email = ${email}`]),
    ...(emailDomains ? [sql<boolean>`t.email_domain = any(${emailDomains})`] : []),
    ...(favorite === undefined ? [] : [sql<boolean>`t.favorite = ${favorite}`]),
    ...(hasTasks === undefined ? [] : [sql<boolean>`${hasOpenTasks(viewer)} = ${hasTasks}`]),
  ])
}

function inFolders({ tenantId }: Viewer, folderIds: readonly string[]): RawBuilder<boolean> {
  return sql`t.tag_id in (select ft.tag_id from folder_tags ft
    where ft.tenant_id = ${tenantId} and ft.folder_id = any(${folderIds}::uuid[]))`
}

/** `offset 0` keeps this a lookup per tag, so that a page of tags does not read all tasks. */
function hasOpenTasks(viewer: Viewer): RawBuilder<boolean> {
  return sql`exists (select ${openTasks(viewer)} and s.tag_id = t.tag_id offset 0)`
}

/** A FROM clause with the links `s` of open tasks that the viewer may see. */
function openTasks(viewer: Viewer) {
  return sql`from sharing s join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
    where s.tenant_id = ${viewer.tenantId} and s.block_type = 'task' and not s.archived
      and b.status is distinct from 'completed' and ${isVisible(viewer)}`
}

/** A table of the number of open tasks by tag. Tags without open tasks have no row. */
export function taskCounts(viewer: Viewer) {
  return sql`(select s.tag_id, count(*)::int as count ${openTasks(viewer)} group by s.tag_id)`
}
