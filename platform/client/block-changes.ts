import { type Change, type ChangesOptions, changes, type LiveChange } from './changes.ts'
import {
  BlockChangedDocument,
  type BlockChangedInput,
  type BlockChangedSubscription,
  BlocksDocument,
  type BlockType,
} from './documents.ts'
import type { GraphLive } from './graph-live.ts'

export type BlockEvent = BlockChangedSubscription['blockChanged']

/** Blocks that are read at a time. */
const AT_ONCE = 100

/**
 * What happens to blocks, without holes: what was missed is told as the subscription would have told it, with the block
 * as it is now, and of a block that is not to be seen any more one UNSHARED with nothing but its id.
 */
export function blockChanges(
  live: GraphLive,
  input: BlockChangedInput = {},
  options: ChangesOptions = {},
): AsyncGenerator<LiveChange<BlockEvent>, void, undefined> {
  const followed = {
    document: BlockChangedDocument,
    variables: { input },
    pick: ({ blockChanged }: BlockChangedSubscription) => blockChanged,
    subject: 'block' as const,
    tell: async (missed: readonly Change[], signal: AbortSignal) => {
      const ours = missed.filter((change) => isAsked(change, input))
      const blocks = await blocksOf(live, ours, signal)
      return eventsOf(ours, blocks)
        .filter(({ block }) => isLinked(block, input))
        .map((event) => ({ type: 'event' as const, event }))
    },
  }
  return changes(live, followed, options)
}

function isAsked({ _id, blockType }: Change, { _ids, blockTypes }: BlockChangedInput): boolean {
  return (!_ids || isAmong(_ids, _id)) && (!blockTypes || blockTypes.includes(blockType as BlockType))
}

/** What was lost is told whatever the tags: what it was linked to is not to be seen any more. */
function isLinked(block: BlockEvent['block'], { tags }: BlockChangedInput): boolean {
  return !tags || !block || block.sharingTags.some(({ tagId }) => isAmong(tags, tagId))
}

function isAmong(ids: readonly (string | null | undefined)[], id: string): boolean {
  return ids.some((one) => one?.toLowerCase() === id)
}

/** The blocks of changes that are to be seen, by their id. */
async function blocksOf(live: GraphLive, missed: readonly Change[], signal: AbortSignal) {
  const ids = [...new Set(missed.map(({ _id }) => _id))]
  const found = new Map<string, BlockEvent['block']>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const input = { _ids: ids.slice(at, at + AT_ONCE), size: AT_ONCE, archived: true }
    const { data } = await live.ask(BlocksDocument, { input }, signal)
    for (const block of data.blocks ?? []) found.set(block._id, block)
  }
  return found
}

function eventsOf(missed: readonly Change[], blocks: ReadonlyMap<string, BlockEvent['block']>): BlockEvent[] {
  const lost = new Set<string>()
  return missed.flatMap(({ sequence, eventType, _id, blockType, actor, date }): BlockEvent[] => {
    const block = blocks.get(_id)
    const event = { sequence, _id, blockType: blockType as BlockType | null, date }
    if (block) return eventType === 'UNSHARED' ? [] : [{ ...event, eventType, actor, block }]
    if (lost.has(_id)) return []
    lost.add(_id)
    return [{ ...event, eventType: 'UNSHARED', actor: null, block: null }]
  })
}
