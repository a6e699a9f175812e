import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { builder } from '../../builder.ts'
import { parseTitle } from '../field-writers.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { Thread, ThreadReadStatus } from '../types/thread.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertThreadInput = builder.inputType('UpsertThreadInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create a thread; an unused UUID creates a thread with that id.' }),
    title: t.string(),
    readStatus: t.field({ type: ThreadReadStatus, description: 'Applies to the viewer only.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; other links are left unchanged.',
    }),
  }),
})

builder.mutationField('upsertOneThread', (t) =>
  t.field({
    type: Thread,
    description: 'Creates a thread, or changes the fields that are given; null clears a field.',
    args: { input: t.arg({ type: UpsertThreadInput, required: true }) },
    resolve: (_root, { input }, context) =>
      upsertBlock(context, {
        type: 'thread',
        noun: 'The thread',
        id: input._id,
        sharingTags: input.sharingTags,
        fields: () => omitUndefined({ title: parseTitle(input.title) }),
        viewerState: omitUndefined({ read_status: input.readStatus ?? undefined }),
      }),
  }),
)
