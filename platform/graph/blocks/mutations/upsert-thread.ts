import { builder } from '../../builder.ts'
import { parseTitle, sent } from '../field-writers.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { Thread, ThreadReadStatus } from '../types/thread.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertThreadInput = builder.inputType('UpsertThreadInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Absent: a new thread. A new UUID: a new thread of that id.' }),
    title: t.string(),
    readStatus: t.field({ type: ThreadReadStatus, description: "The viewer's own; nobody else's changes." }),
    sharingTags: t.field({ type: [SharingTagInput], description: 'Links to add or to change; others stay.' }),
  }),
})

builder.mutationField('upsertOneThread', (t) =>
  t.field({
    type: Thread,
    description: 'Only fields that are sent are set; null clears.',
    args: { input: t.arg({ type: UpsertThreadInput, required: true }) },
    resolve: (_root, { input }, context) =>
      upsertBlock(context, {
        ...{ type: 'thread', what: 'The thread', id: input._id, sharingTags: input.sharingTags },
        fields: () => sent({ title: parseTitle(input.title) }),
        viewerState: sent({ read_status: input.readStatus ?? undefined }),
      }),
  }),
)
