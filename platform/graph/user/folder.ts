import type { TagRow } from '../../storage/graph/tags/rows.ts'
import {
  type FolderContent,
  type FolderRow,
  findFolder,
  loadFolderContents,
  loadFolderTags,
} from '../../storage/graph/user/folders.ts'
import { parseId } from '../arguments/ids.ts'
import { type PageSizePolicy, parseSlice } from '../arguments/paging.ts'
import { Creator } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { Tag } from '../tags/tag.ts'
import { load, type Reader } from '../together.ts'
import { withCost } from '../with-cost.ts'

export const FOLDER = 'The folder'
const TAGS_SIZE: PageSizePolicy = { defaultSize: 20, maxSize: 100 }
/** Lists that take no size hold no more. */
const MAX_IDS = 1_000

const readContent: Reader<string, FolderContent> = ({ db, viewer }, ids) => loadFolderContents(db, viewer, ids)

const contentOf = async (context: GraphContext, { folder_id }: FolderRow) =>
  (await load(context, readContent, folder_id)) ?? { count: 0, tagIds: [] }

export const Folder = builder.objectRef<FolderRow>('Folder').implement({
  description: 'A group of tags.',
  fields: (t) => ({
    _id: t.exposeID('folder_id', { nullable: false }),
    name: t.exposeString('name', { nullable: false }),
    description: t.exposeString('description', { nullable: true }),
    icon: t.exposeString('icon', { nullable: true }),
    color: t.exposeString('color', { nullable: true }),
    parentId: t.exposeString('parent_id', { nullable: true, description: 'The folder it lies in.' }),
    tagIds: t.stringList({
      nullable: { list: false, items: false },
      resolve: async (folder, _args, context) => (await contentOf(context, folder)).tagIds.slice(0, MAX_IDS),
    }),
    tags: t.field({
      type: [Tag],
      nullable: { list: false, items: false },
      description: 'By name.',
      ...withCost({ rows: TAGS_SIZE.defaultSize }),
      args: { size: t.arg.int(), page: t.arg.int() },
      resolve: (folder, args, context) => tagsOf(context, folder, args),
    }),
    tagCount: t.int({
      nullable: false,
      resolve: async (folder, _args, context) => (await contentOf(context, folder)).count,
    }),
    position: t.exposeInt('position', { nullable: false, description: 'Its place among those beside it.' }),
    favorite: t.exposeBoolean('favorite', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    dateUpdated: t.exposeFloat('date_updated', { nullable: false }),
    creator: t.field({ type: Creator, resolve: ({ tenant_id }) => ({ tenantId: tenant_id }) }),
  }),
})

const readers = new WeakMap<GraphContext, Map<string, Reader<string, TagRow[]>>>()

/** What is asked of many folders alike is read at once. */
async function tagsOf(context: GraphContext, { folder_id }: FolderRow, asked: Parameters<typeof parseSlice>[0]) {
  const slice = parseSlice(asked, context, TAGS_SIZE)
  const known = readers.get(context) ?? new Map<string, Reader<string, TagRow[]>>()
  readers.set(context, known)
  const name = `${slice.size} ${slice.page}`
  const reader = known.get(name) ?? (({ db, viewer }, ids) => loadFolderTags(db, viewer, ids, slice))
  known.set(name, reader)
  return (await load(context, reader, folder_id)) ?? []
}

/** The viewer's folder of that id. Throws NOT_FOUND. */
export async function loadFolder({ db, viewer }: GraphContext, id: string): Promise<FolderRow> {
  const folder = await findFolder(db, viewer, parseId(id, FOLDER))
  if (!folder) throw notFound(FOLDER)
  return folder
}
