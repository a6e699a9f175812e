import type { TagRow } from '../../storage/graph/tags/rows.ts'
import {
  type FolderContent,
  type FolderRow,
  findFolder,
  loadFolderContents,
  loadFolderTags,
} from '../../storage/graph/user/folders.ts'
import { parseId } from '../arguments/ids.ts'
import { type PageSizePolicy, parsePageRequest } from '../arguments/paging.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { Creator } from '../blocks/types/creator.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { Tag } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'

export const FOLDER = 'The folder'
const TAGS_SIZE: PageSizePolicy = { defaultSize: 20, maxSize: 100 }
/** The maximum length of lists that take no size. */
const MAX_IDS = 1_000

const readContent: BatchFunction<string, FolderContent> = ({ db, viewer }, ids) => loadFolderContents(db, viewer, ids)

const loadFolderContent = async (context: GraphContext, { folder_id }: FolderRow) =>
  (await load(context, readContent, folder_id)) ?? { count: 0, tagIds: [] }

export const Folder = builder.objectRef<FolderRow>('Folder').implement({
  description: 'A group of tags.',
  fields: (t) => ({
    _id: t.exposeID('folder_id', { nullable: false }),
    name: t.exposeString('name', { nullable: false }),
    description: t.exposeString('description', { nullable: true }),
    icon: t.exposeString('icon', { nullable: true }),
    color: t.exposeString('color', { nullable: true }),
    parentId: t.exposeString('parent_id', { nullable: true, description: 'The parent folder.' }),
    tagIds: t.stringList({
      nullable: { list: false, items: false },
      resolve: async (folder, _args, context) => (await loadFolderContent(context, folder)).tagIds.slice(0, MAX_IDS),
    }),
    tags: t.field({
      type: [Tag],
      nullable: { list: false, items: false },
      description: 'Ordered by name.',
      ...withCost({ rows: TAGS_SIZE.defaultSize }),
      args: { size: t.arg.int(), page: t.arg.int() },
      resolve: (folder, args, context) => loadTags(context, folder, args),
    }),
    tagCount: t.int({
      nullable: false,
      resolve: async (folder, _args, context) => (await loadFolderContent(context, folder)).count,
    }),
    position: t.exposeInt('position', { nullable: false, description: 'The position among its siblings.' }),
    favorite: t.exposeBoolean('favorite', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    dateUpdated: t.exposeFloat('date_updated', { nullable: false }),
    creator: t.field({ type: Creator, resolve: ({ tenant_id }) => ({ tenantId: tenant_id }) }),
  }),
})

const readers = new WeakMap<GraphContext, Map<string, BatchFunction<string, TagRow[]>>>()

/** Loads the tags of a folder. Calls with the same page are batched into one query. */
async function loadTags(context: GraphContext, { folder_id }: FolderRow, args: Parameters<typeof parsePageRequest>[0]) {
  const slice = parsePageRequest(args, context, TAGS_SIZE)
  const contextReaders = readers.get(context) ?? new Map<string, BatchFunction<string, TagRow[]>>()
  readers.set(context, contextReaders)
  const key = `${slice.size} ${slice.page}`
  const reader = contextReaders.get(key) ?? (({ db, viewer }, ids) => loadFolderTags(db, viewer, ids, slice))
  contextReaders.set(key, reader)
  return (await load(context, reader, folder_id)) ?? []
}

/** Loads a folder of the viewer. Throws NOT_FOUND. */
export async function loadFolder({ db, viewer }: GraphContext, id: string): Promise<FolderRow> {
  const folder = await findFolder(db, viewer, parseId(id, FOLDER))
  if (!folder) throw notFound(FOLDER)
  return folder
}
