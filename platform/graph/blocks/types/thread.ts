import { loadThreadAuthors, loadThreadSummaries, type ThreadSummary } from '../../../storage/graph/blocks/threads.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { caseInsensitiveEnum } from '../../builder.ts'
import { loadTag, Tag } from '../../tags/tag.ts'
import { childBlocksCost, loadChildBlocks } from '../child-blocks.ts'
import { loadSharingTags } from '../links.ts'
import { defineBlockType, loadViewerState } from './block.ts'
import { Message } from './message.ts'

export const ThreadReadStatus = caseInsensitiveEnum('ThreadReadStatus', ['READ', 'UNREAD'])

const readFacts: BatchFunction<string, ThreadSummary> = ({ db, viewer }, ids) => loadThreadSummaries(db, viewer, ids)
const readAuthors: BatchFunction<string, string[]> = ({ db, viewer }, ids) => loadThreadAuthors(db, viewer, ids)

export const Thread = defineBlockType('thread', 'A conversation.', (t) => ({
  readStatus: t.field({
    type: ThreadReadStatus,
    description: "The viewer's own read status.",
    resolve: async (thread, _args, context) => {
      const isOwn = thread.creator_id === context.viewer.tenantId
      return (await loadViewerState(context, thread))?.read_status ?? (isOwn ? 'READ' : 'UNREAD')
    },
  }),
  messageCount: t.int({
    resolve: async ({ block_id }, _args, context) => (await load(context, readFacts, block_id))?.count ?? 0,
  }),
  dateLastMessage: t.float({
    resolve: async ({ block_id }, _args, context) => (await load(context, readFacts, block_id))?.date_last,
  }),
  participants: t.field({
    type: [Tag],
    nullable: { list: false, items: false },
    description: "The people who have posted in the thread or can read it, if they are in the viewer's graph.",
    resolve: async (thread, _args, context) => {
      const [authors = [], links] = await Promise.all([
        load(context, readAuthors, thread.block_id),
        loadSharingTags(context, thread),
      ])
      const readers = links.filter(({ shared }) => shared).map(({ tag_id }) => tag_id)
      const tags = await Promise.all([...new Set([...authors, ...readers])].map((id) => loadTag(context, id)))
      return tags.filter((tag) => tag !== undefined).filter(({ tag_type }) => tag_type === 'person')
    },
  }),
  messages: t.field({
    ...childBlocksCost,
    type: [Message],
    nullable: { list: false, items: false },
    description: 'Newest first.',
    args: { size: t.arg.int(), page: t.arg.int() },
    resolve: (thread, args, context) => loadChildBlocks(context, thread, { ...args, type: 'message' }),
  }),
}))
