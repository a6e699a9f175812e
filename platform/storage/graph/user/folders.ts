import { type Selectable, sql } from 'kysely'
import { ALWAYS, escapeLike } from '../../postgres/conditions.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { FolderTable } from '../../postgres/tables/tags.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { aliasSortKey } from '../tags/search.ts'

/** A group of tags. Folders are visible to their own tenant only. */
export type FolderRow = Selectable<FolderTable>

export interface FolderFilter extends PageRequest {
  ids?: readonly string[]
  /** Only folders in this one; null: only top-level folders. */
  parentId?: string | null
  /** Must occur in the name or the description, case-insensitively. */
  search?: string
  /** If true, archived folders match too. */
  archived?: boolean
}

/** Lists the viewer's folders, sorted by position and name. */
export async function listFolders(
  db: Database,
  { tenantId }: Viewer,
  { ids, parentId, search, archived, size, page }: FolderFilter,
): Promise<FolderRow[]> {
  const pattern = `%${escapeLike(search ?? '')}%`
  const { rows } = await sql<FolderRow>`
    select * from folders f where f.tenant_id = ${tenantId}
      and ${ids ? sql`f.folder_id = any(${ids}::uuid[])` : ALWAYS}
      and ${parentId === undefined ? ALWAYS : sql`f.parent_id is not distinct from ${parentId}::uuid`}
      and ${search ? sql`concat_ws(' ', f.name, f.description) ilike ${pattern}` : ALWAYS}
      and ${archived ? ALWAYS : sql`not f.archived`}
    order by f.position, lower(f.name) collate "C", f.folder_id
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

export async function findFolder(db: Database | Tx, { tenantId }: Viewer, id: string): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('folder_id', '=', id)
    .executeTakeFirst()
}

/** Loads one page of the tags in each folder, by folder id. Tags are sorted by alias; archived tags are left out. */
export async function loadFolderTags(
  db: Database,
  { tenantId }: Viewer,
  folderIds: readonly string[],
  { size, page }: PageRequest,
): Promise<Map<string, TagRow[]>> {
  const { rows } = await sql<TagRow & { folder_id: string }>`
    select k.folder_id, t.* from unnest(${folderIds}::uuid[]) as k (folder_id)
    cross join lateral (
      select ${tagColumns} from folder_tags ft
      join tags t on t.tenant_id = ft.tenant_id and t.tag_id = ft.tag_id and not t.archived
      where ft.tenant_id = ${tenantId} and ft.folder_id = k.folder_id
      order by ${aliasSortKey}, t.tag_id limit ${size} offset ${page * size}
    ) t`.execute(db)
  return Map.groupBy(rows, ({ folder_id }) => folder_id)
}

/** The number and the ids of the tags in a folder that are not archived. */
export interface FolderContent {
  count: number
  tagIds: string[]
}

export async function loadFolderContents(
  db: Database,
  { tenantId }: Viewer,
  folderIds: readonly string[],
): Promise<Map<string, FolderContent>> {
  const { rows } = await sql<FolderContent & { folder_id: string }>`
    select ft.folder_id, count(*)::int as count, array_agg(ft.tag_id::text order by ft.date_created, ft.tag_id) as "tagIds"
    from folder_tags ft join tags t on t.tenant_id = ft.tenant_id and t.tag_id = ft.tag_id and not t.archived
    where ft.tenant_id = ${tenantId} and ft.folder_id = any(${folderIds}::uuid[])
    group by ft.folder_id`.execute(db)
  return new Map(rows.map(({ folder_id, ...content }) => [folder_id, content]))
}
