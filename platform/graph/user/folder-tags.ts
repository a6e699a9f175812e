import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { deleteFolderTags, insertFolderTags, updateFolder } from '../../storage/graph/user/folder-writes.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import { badInput, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { FOLDER, Folder, loadFolder } from './folder.ts'

const MAX_TAGS = 1_000

const TagsOfFolderInput = builder.inputType('TagsOfFolderInput', {
  fields: (t) => ({ folderId: t.string({ required: true }), tagIds: t.stringList({ required: true }) }),
})
type TagsInput = typeof TagsOfFolderInput.$inferInput

builder.mutationField('addTagsToFolder', (t) =>
  t.field({
    type: Folder,
    description: 'Adds all of the tags, or none if one of them does not exist.',
    args: { input: t.arg({ type: TagsOfFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const id = await withMutation(context, async (mutation) => {
        const folderId = await touchFolder(mutation, input)
        const tagIds = input.tagIds.map((tagId) => parseId(tagId, 'The tag'))
        const tags = await findTags(mutation.tx, mutation.viewer, tagIds)
        if (tagIds.some((tagId) => !tags.has(tagId))) throw notFound('The tag')
        await insertFolderTags(mutation, folderId, tagIds)
        return folderId
      })
      return loadFolder(context, id)
    },
  }),
)

builder.mutationField('removeTagsFromFolder', (t) =>
  t.field({
    type: Folder,
    description: 'Tags that are not in the folder are ignored.',
    args: { input: t.arg({ type: TagsOfFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const id = await withMutation(context, async (mutation) => {
        const folderId = await touchFolder(mutation, input)
        await deleteFolderTags(mutation, folderId, validIds(input.tagIds))
        return folderId
      })
      return loadFolder(context, id)
    },
  }),
)

async function touchFolder(mutation: Mutation, { folderId, tagIds }: TagsInput): Promise<string> {
  if (tagIds.length > MAX_TAGS) throw badInput('input.tagIds', `at most ${MAX_TAGS} tags at a time.`)
  const id = parseId(folderId, FOLDER)
  if (!(await updateFolder(mutation, id, {}))) throw notFound(FOLDER)
  return id
}
