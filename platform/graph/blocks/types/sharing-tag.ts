import type { LinkRow } from '../../../storage/graph/blocks/links.ts'
import { load, prefetched } from '../../batch-loader.ts'
import { builder } from '../../builder.ts'
import { withNeeds } from '../../field-needs.ts'
import { prefetchTags, selectedTagReader, Tag } from '../../tags/tag.ts'

export const SharingTag = builder.objectRef<LinkRow>('SharingTag').implement({
  description: 'A link from a block to a tag. Links organize content; shared links also grant access to it.',
  fields: (t) => ({
    tagId: t.exposeString('tag_id', { nullable: false }),
    tag: t.field({
      type: Tag,
      nullable: true,
      ...withNeeds<LinkRow, unknown>({
        columns: ['tag_id'],
        load: prefetchTags,
        children: (context, { tag_id }, info) => {
          const tag = prefetched(context, selectedTagReader(info), tag_id)
          return tag ? [tag] : []
        },
      }),
      resolve: ({ tag_id }, _args, context, info) => load(context, selectedTagReader(info), tag_id),
    }),
    shared: t.exposeBoolean('shared', {
      nullable: false,
      description: 'True if the link grants access; false if it only organizes.',
    }),
    sharingLevel: t.exposeInt('sharing_level', { nullable: false, description: '0: read, 1: edit, 2: own.' }),
    sharingApproach: t.exposeInt('sharing_approach', {
      nullable: false,
      description: '0: typed in the editor, 1: explicit, 2: by the system.',
    }),
    pinned: t.exposeBoolean('pinned'),
    assigned: t.exposeBoolean('assigned'),
  }),
})

export const SharingTagInput = builder.inputType('SharingTagInput', {
  fields: (t) => ({
    tagId: t.string(),
    email: t.string({ description: 'Instead of tagId: invites the person with that email address.' }),
    shared: t.boolean({ required: true }),
    sharingLevel: t.int({ required: true }),
    sharingApproach: t.int({ required: true }),
    pinned: t.boolean(),
    assigned: t.boolean(),
  }),
})
