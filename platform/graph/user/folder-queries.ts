import { omitUndefined } from '../../../src/runtime/omit.ts'
import { listFolders } from '../../storage/graph/user/folders.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { parseSearch } from '../arguments/text.ts'
import { builder } from '../builder.ts'
import { notFound } from '../errors.ts'
import { FOLDER, Folder, loadFolder } from './folder.ts'

const FoldersInput = builder.inputType('FoldersInput', {
  fields: (t) => ({
    _ids: t.stringList(),
    parentId: t.string({ description: 'Folders in this folder; null for top-level folders.' }),
    search: t.string({ description: 'A part of the name or the description.' }),
    archived: t.boolean({ description: 'If true, archived folders are found too.' }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('folders', (t) =>
  t.field({
    type: [Folder],
    nullable: { list: true, items: false },
    description: 'Ordered by position and name.',
    args: { input: t.arg({ type: FoldersInput }) },
    resolve: async (_root, { input }, context) => {
      const { _ids, parentId, search, archived } = input ?? {}
      const slice = parsePageRequest(input, context)
      const parents = parentId == null ? [] : validIds([parentId])
      if (parentId != null && parents.length === 0) return []
      return listFolders(
        context.db,
        context.viewer,
        omitUndefined({
          ...slice,
          ids: _ids ? validIds(_ids) : undefined,
          parentId: parentId === undefined ? undefined : (parents[0] ?? null),
          search: parseSearch('input.search', search),
          archived: archived ?? false,
        }),
      )
    },
  }),
)

const FindFolderInput = builder.inputType('FindFolderInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archived: t.boolean({ description: 'If true, archived folders are found too.' }),
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
