import type { ChangeEvent } from '../../storage/changes.ts'
import type { LinkedBlock } from '../../storage/graph/access/blocks-of-viewers.ts'
import type { BlockType as Type } from '../../storage/postgres/tables/index.ts'
import { validIds } from '../arguments/ids.ts'
import { findVisibleBlock } from '../blocks/find-block.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { BlockType } from '../values/block-reference.ts'
import { eventFields } from './event-fields.ts'
import { followChanges } from './follow.ts'

/** A change of a block. The block and its tags are absent if the viewer can no longer see it. */
type BlockEvent = ChangeEvent & Partial<LinkedBlock>

const BlockEventType = builder.objectRef<BlockEvent>('BlockEvent').implement({
  description: 'A change of a block. If the viewer can no longer see the block, only its id is given.',
  fields: (t) => ({
    ...eventFields(t),
    blockType: t.field({ type: BlockType, resolve: ({ subject_type }) => subject_type as Type | null }),
    block: t.field({ type: Block, nullable: true, resolve: ({ block }) => block }),
  }),
})

/**
 * The block events in a batch of changes, with the blocks' current state: access is checked at delivery. Subscriptions of
 * a viewer share the events.
 */
async function blockEvents(changes: readonly ChangeEvent[], { feed, viewer }: GraphContext): Promise<BlockEvent[]> {
  const blockChanges = changes.filter(({ subject }) => subject === 'block')
  if (blockChanges.length === 0) return []
  return feed.reads.share('block events', viewer, changes, async () => {
    const ids = blockChanges.map(({ subject_id }) => subject_id)
    return toBlockEvents(blockChanges, await feed.reads.findBlocks(viewer, ids))
  })
}

function toBlockEvents(changes: readonly ChangeEvent[], visible: ReadonlyMap<string, LinkedBlock>): BlockEvent[] {
  const lost = new Set<string>()
  return changes.flatMap((change): BlockEvent[] => {
    const linked = visible.get(change.subject_id)
    if (linked) return change.event_type === 'UNSHARED' ? [] : [{ ...change, ...linked }]
    if (lost.has(change.subject_id)) return []
    lost.add(change.subject_id)
    return [{ ...change, event_type: 'UNSHARED', actor_id: null }]
  })
}

const BlockChangedInput = builder.inputType('BlockChangedInput', {
  fields: (t) => ({
    tags: t.stringList({ description: 'Only blocks that are linked to any of these tags.' }),
    _ids: t.stringList(),
    blockTypes: t.field({ type: [BlockType] }),
  }),
})

builder.subscriptionField('blockChanged', (t) =>
  t.field({
    type: BlockEventType,
    nullable: false,
    args: { input: t.arg({ type: BlockChangedInput }) },
    subscribe: (_root, { input }, context) => {
      const filter = { tags: parseIds(input?.tags), ids: parseIds(input?._ids), types: input?.blockTypes ?? undefined }
      return followChanges(context, (changes) => filterEvents(changes, filter, context))
    },
    resolve: (event) => event,
  }),
)

interface BlockEventFilter {
  tags: readonly string[] | undefined
  ids: readonly string[] | undefined
  types: readonly Type[] | undefined
}

/** The block events that pass the filters. Blocks that are no longer visible pass that by tags: their links cannot be read. */
async function filterEvents(
  changes: readonly ChangeEvent[],
  { tags, ids, types }: BlockEventFilter,
  context: GraphContext,
): Promise<readonly BlockEvent[]> {
  const mayMatch = ({ subject_id, subject_type }: ChangeEvent) =>
    (!ids || ids.includes(subject_id)) && (!types || types.includes(subject_type as Type))
  if (!changes.some(mayMatch)) return []
  const events = await blockEvents(changes, context)
  return events.filter((event) => mayMatch(event) && (!tags || !event.tagIds || intersects(event.tagIds, tags)))
}

function intersects(ids: readonly string[], others: readonly string[]): boolean {
  return ids.some((id) => others.includes(id))
}

function parseIds(ids: readonly string[] | null | undefined): string[] | undefined {
  return ids ? validIds(ids) : undefined
}

const ThreadChangedInput = builder.inputType('ThreadChangedInput', {
  fields: (t) => ({ _id: t.string({ required: true }) }),
})

builder.subscriptionField('threadChanged', (t) =>
  t.field({
    type: BlockEventType,
    nullable: false,
    description: 'Changes of a thread and of the messages in it.',
    args: { input: t.arg({ type: ThreadChangedInput, required: true }) },
    subscribe: async (_root, { input }, context) => {
      const { block_id } = await findVisibleBlock(context, input._id, { noun: 'The thread' })
      const isInThread = ({ block, subject_id }: BlockEvent) =>
        subject_id === block_id || block?.thread_id === block_id || block?.parent_id === block_id
      return followChanges(context, async (changes) => (await blockEvents(changes, context)).filter(isInThread))
    },
    resolve: (event) => event,
  }),
)
