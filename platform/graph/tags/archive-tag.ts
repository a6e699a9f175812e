import { archiveTag, lockTag } from '../../storage/graph/tags/writes.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import { conflict, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'

const ArchivedTag = builder.objectRef<{ id: string; archived: boolean }>('ArchivedTag').implement({
  fields: (t) => ({
    _id: t.exposeID('id', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
  }),
})

const ArchiveTagInput = builder.inputType('ArchiveTagInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'False restores the tag. Defaults to true.' }),
  }),
})

builder.mutationField('archiveOneTag', (t) =>
  t.field({
    type: ArchivedTag,
    description: 'Hides a tag from lists, or restores it. Blocks that are shared with it stay shared.',
    args: { input: t.arg({ type: ArchiveTagInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const archived = input.archive ?? true
      return withMutation(context, async (mutation) => {
        const tag = await lockTag(mutation, parseId(input._id, 'The tag'))
        if (!tag) throw notFound('The tag')
        if (archived && tag.tag_id === mutation.viewer.tagId) throw conflict('Your own tag cannot be archived.')
        await archiveTag(mutation, tag, archived)
        return { id: tag.tag_id, archived }
      })
    },
  }),
)
