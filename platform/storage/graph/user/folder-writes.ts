import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { FolderTable } from '../../postgres/tables/tags.ts'
import type { Mutation } from '../access/mutation.ts'
import type { FolderRow } from './folders.ts'

/** What a person may set of a folder; what is left out stays as it is. */
export type FolderFields = Partial<
  Pick<Insertable<FolderTable>, 'name' | 'description' | 'icon' | 'color' | 'parent_id' | 'position' | 'favorite'>
>

/** The tenant's folders as they stand, by id; nobody else writes them until the transaction ends. They form a tree, so they are locked together. */
export async function lockFolders({ tx, viewer }: Mutation): Promise<Map<string, FolderRow>> {
  const { rows } = await sql<FolderRow>`
    select * from folders where tenant_id = ${viewer.tenantId} order by folder_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.folder_id, row]))
}

/** Whether the folder `id` is that one or lies in it, however deep. */
export function isInside(folders: ReadonlyMap<string, FolderRow>, id: string, outer: string): boolean {
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null && !seen.has(at); at = folders.get(at)?.parent_id ?? null) {
    if (at === outer) return true
    seen.add(at)
  }
  return false
}

/** Creates a folder, behind its siblings unless it is given a position. */
export async function createFolder(
  { tx, viewer, now }: Mutation,
  fields: FolderFields & { name: string },
): Promise<string> {
  const { parent_id = null, position } = fields
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from folders
    where tenant_id = ${viewer.tenantId} and parent_id is not distinct from ${parent_id}::uuid)`
  const { folder_id } = await tx
    .insertInto('folders')
    .values({
      ...fields,
      ...{ tenant_id: viewer.tenantId, folder_id: randomUUID(), position: position ?? last },
      ...{ date_created: now, date_updated: now },
    })
    .returning('folder_id')
    .executeTakeFirstOrThrow()
  return folder_id
}

/** Writes fields of a folder; false when there is none of that id. */
export async function updateFolder(
  { tx, viewer, now }: Mutation,
  id: string,
  fields: FolderFields & { archived?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('folders')
    .set({ ...fields, date_updated: now })
    .where('tenant_id', '=', viewer.tenantId)
    .where('folder_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts tags of the tenant's into a folder. Those that lie in it stay. */
export async function insertFolderTags(
  { tx, viewer, now }: Mutation,
  id: string,
  tagIds: readonly string[],
): Promise<void> {
  await sql`
    insert into folder_tags (tenant_id, folder_id, tag_id, date_created)
    select t.tenant_id, ${id}, t.tag_id, ${now} from tags t
    where t.tenant_id = ${viewer.tenantId} and t.tag_id = any(${tagIds}::uuid[])
    on conflict (tenant_id, folder_id, tag_id) do nothing`.execute(tx)
}

export async function deleteFolderTags({ tx, viewer }: Mutation, id: string, tagIds: readonly string[]): Promise<void> {
  await sql`
    delete from folder_tags where tenant_id = ${viewer.tenantId} and folder_id = ${id}
      and tag_id = any(${tagIds}::uuid[])`.execute(tx)
}
