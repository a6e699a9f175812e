import { type RawBuilder, sql } from 'kysely'
import type { TagType } from '../../postgres/tables/index.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'
import { allOf } from '../search/conditions.ts'

/** Which tags; what is left out does not restrict. A list that is empty matches nothing. */
export interface TagFilter {
  tagTypes?: readonly TagType[]
  /** In lower case. */
  tagSubTypes?: readonly string[]
  tagIds?: readonly string[]
  folderIds?: readonly string[]
  /** Lower-cased; of a person. */
  email?: string
  /** Lower-cased. */
  emailDomains?: readonly string[]
  /** True: archived ones are found too. */
  archived?: boolean
  favorite?: boolean
  hasTasks?: boolean
}

/** Holds for tags `t` of the viewer's that the filter describes. */
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

/** Asked of one tag after the other, so that a page of tags does not count all tasks: that is what the offset is for. */
function hasOpenTasks(viewer: Viewer): RawBuilder<boolean> {
  return sql`exists (select ${openTasks(viewer)} and s.tag_id = t.tag_id offset 0)`
}

/** Links `s` of open tasks that the viewer may see. */
function openTasks(viewer: Viewer) {
  return sql`from sharing s join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
    where s.tenant_id = ${viewer.tenantId} and s.block_type = 'task' and not s.archived
      and b.status is distinct from 'completed' and ${isVisible(viewer)}`
}

/** How many open tasks each tag has; tags without any are missing. */
export function taskCounts(viewer: Viewer) {
  return sql`(select s.tag_id, count(*)::int as count ${openTasks(viewer)} group by s.tag_id)`
}
