import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../postgres/database.ts'
import type { FolderTable } from '../../postgres/tables/tags.ts'
import type { Mutation } from '../access/mutation.ts'
import type { FolderRow } from './folders.ts'

/** The fields of a folder that a person may set; absent fields do not change. */
export type FolderFields = Partial<
  Pick<Insertable<FolderTable>, 'name' | 'description' | 'icon' | 'color' | 'parent_id' | 'position' | 'favorite'>
>

/**
 * Locks all folders of the viewer until the transaction ends and returns them by id. Folders form a tree, so a move must be
 * checked against all of them.
 */
export async function lockFolders({ tx, viewer }: Mutation): Promise<Map<string, FolderRow>> {
  const { rows } = await sql<FolderRow>`
    select * from folders where tenant_id = ${viewer.tenantId} order by folder_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.folder_id, row]))
}

/** Whether the folder `id` is the folder `ancestorId` or lies in it at any depth. */
export function isInside(folders: ReadonlyMap<string, FolderRow>, id: string, ancestorId: string): boolean {
  const visited = new Set<string>()
  let folderId: string | null = id
  while (folderId !== null && !visited.has(folderId)) {
    if (folderId === ancestorId) return true
    visited.add(folderId)
    folderId = folders.get(folderId)?.parent_id ?? null
  }
  return false
}

/** Creates a folder and returns its id. Without a position it comes after its siblings. */
export async function createFolder(
  { tx, viewer, now }: Mutation,
  fields: FolderFields & { name: string },
): Promise<string> {
  const { parent_id = null, position } = fields
  const { folder_id } = await tx
    .insertInto('folders')
    .values({
      ...fields,
      tenant_id: viewer.tenantId,
      folder_id: randomUUID(),
      position: position ?? (await nextPosition(tx, viewer.tenantId, parent_id)),
      date_created: now,
      date_updated: now,
    })
    .returning('folder_id')
    .executeTakeFirstOrThrow()
  return folder_id
}

async function nextPosition(tx: Tx, tenantId: string, parentId: string | null): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), -1) + 1 as position from folders
    where tenant_id = ${tenantId} and parent_id is not distinct from ${parentId}::uuid`.execute(tx)
  return rows[0]?.position ?? 0
}

/** Updates fields of a folder. Returns false if there is no folder with this id. */
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

/** Adds tags of the viewer to a folder. Tags that are in the folder already and unknown ids are ignored. */
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
