import type { Edit } from '../../storage/graph/access/mutation.ts'
import { putIntoFolder, takeFromFolder, writeFolder } from '../../storage/graph/user/folder-writes.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { builder } from '../builder.ts'
import { edit } from '../with-mutation.ts'
import { badInput, notFound } from '../errors.ts'
import { idOf, knownIds } from '../arguments/ids.ts'
import { FOLDER, Folder, readFolder } from './folder.ts'

const MOST_TAGS = 1_000

const TagsOfFolderInput = builder.inputType('TagsOfFolderInput', {
  fields: (t) => ({ folderId: t.string({ required: true }), tagIds: t.stringList({ required: true }) }),
})
type TagsInput = typeof TagsOfFolderInput.$inferInput

builder.mutationField('addTagsToFolder', (t) =>
  t.field({
    type: Folder,
    description: 'All of the tags, or none when one of them is not there.',
    args: { input: t.arg({ type: TagsOfFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const id = await edit(context, async (edit) => {
        const folderId = await touch(edit, input)
        const tagIds = input.tagIds.map((tagId) => idOf(tagId, 'The tag'))
        const known = await findTags(edit.tx, edit.viewer, tagIds)
        if (tagIds.some((tagId) => !known.has(tagId))) throw notFound('The tag')
        await putIntoFolder(edit, folderId, tagIds)
        return folderId
      })
      return readFolder(context, id)
    },
  }),
)

builder.mutationField('removeTagsFromFolder', (t) =>
  t.field({
    type: Folder,
    description: 'A tag that does not lie in the folder is no error.',
    args: { input: t.arg({ type: TagsOfFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const id = await edit(context, async (edit) => {
        const folderId = await touch(edit, input)
        await takeFromFolder(edit, folderId, knownIds(input.tagIds))
        return folderId
      })
      return readFolder(context, id)
    },
  }),
)

async function touch(edit: Edit, { folderId, tagIds }: TagsInput): Promise<string> {
  if (tagIds.length > MOST_TAGS) throw badInput('input.tagIds', `at most ${MOST_TAGS} tags at a time.`)
  const id = idOf(folderId, FOLDER)
  if (!(await writeFolder(edit, id, {}))) throw notFound(FOLDER)
  return id
}
