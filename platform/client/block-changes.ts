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

/** Number of blocks that are loaded at a time. */
const BATCH_SIZE = 100

/**
 * Yields the events of blocks without gaps. Events that were missed are yielded as the subscription would have yielded
 * them, with the block as it is now; a block that is no longer visible gets one UNSHARED event with only its id.
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
    describeMissed: async (missed: readonly Change[], signal: AbortSignal) => {
      const relevant = missed.filter((change) => matchesInput(change, input))
      const blocks = await loadBlocks(live, relevant, signal)
      return toEvents(relevant, blocks)
        .filter(({ block }) => hasTag(block, input))
        .map((event) => ({ type: 'event' as const, event }))
    },
  }
  return changes(live, followed, options)
}

function matchesInput({ _id, blockType }: Change, { _ids, blockTypes }: BlockChangedInput): boolean {
  return (!_ids || includesId(_ids, _id)) && (!blockTypes || blockTypes.includes(blockType as BlockType))
}

/** Also true for blocks that are no longer visible, because their tags are not visible either. */
function hasTag(block: BlockEvent['block'], { tags }: BlockChangedInput): boolean {
  return !tags || !block || block.sharingTags.some(({ tagId }) => includesId(tags, tagId))
}

function includesId(ids: readonly (string | null | undefined)[], id: string): boolean {
  return ids.some((candidate) => candidate?.toLowerCase() === id)
}

/** Loads the changed blocks that are still visible, by id. */
async function loadBlocks(live: GraphLive, missed: readonly Change[], signal: AbortSignal) {
  const ids = [...new Set(missed.map(({ _id }) => _id))]
  const blocks = new Map<string, BlockEvent['block']>()
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const input = { _ids: ids.slice(start, start + BATCH_SIZE), size: BATCH_SIZE, archived: true }
    const { data } = await live.query(BlocksDocument, { input }, signal)
    for (const block of data.blocks ?? []) blocks.set(block._id, block)
  }
  return blocks
}

function toEvents(missed: readonly Change[], blocks: ReadonlyMap<string, BlockEvent['block']>): BlockEvent[] {
  const unshared = new Set<string>()
  return missed.flatMap(({ sequence, eventType, _id, blockType, actor, date }): BlockEvent[] => {
    const block = blocks.get(_id)
    const event = { sequence, _id, blockType: blockType as BlockType | null, date }
    if (block) return eventType === 'UNSHARED' ? [] : [{ ...event, eventType, actor, block }]
    if (unshared.has(_id)) return []
    unshared.add(_id)
    return [{ ...event, eventType: 'UNSHARED', actor: null, block: null }]
  })
}
