import { listFolders } from '../../storage/graph/user/folders.ts'
import { validIds } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import { notFound } from '../errors.ts'
import { FOLDER, Folder, loadFolder } from './folder.ts'

const FoldersInput = builder.inputType('FoldersInput', {
  fields: (t) => ({
    _ids: t.stringList(),
    parentId: t.string({ description: 'Those in that folder; null: those in none.' }),
    search: t.string({ description: 'Part of the name or the description.' }),
    archived: t.boolean({ description: 'True: archived folders are found too.' }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('folders', (t) =>
  t.field({
    type: [Folder],
    nullable: { list: true, items: false },
    description: 'By position and name.',
    args: { input: t.arg({ type: FoldersInput }) },
    resolve: async (_root, { input }, context) => {
      const { _ids, parentId, search, archived } = input ?? {}
      const slice = parseSlice(input, context)
      const parents = parentId == null ? [] : validIds([parentId])
      if (parentId != null && parents.length === 0) return []
      return listFolders(context.db, context.viewer, {
        ...slice,
        ...(_ids ? { ids: validIds(_ids) } : {}),
        ...(parentId === undefined ? {} : { parentId: parents[0] ?? null }),
        ...(search?.trim() ? { search: search.trim() } : {}),
        archived: archived ?? false,
      })
    },
  }),
)

const FindFolderInput = builder.inputType('FindFolderInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archived: t.boolean({ description: 'True: an archived folder is found too.' }),
  }),
})

builder.queryField('folder', (t) =>
  t.field({
    type: Folder,
    nullable: true,
    args: { input: t.arg({ type: FindFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const folder = await loadFolder(context, input._id)
      if (folder.archived && !input.archived) throw notFound(FOLDER)
      return folder
    },
  }),
)
