import { BlockCollaborationDocument, BlockHistoryDocument } from '../documents.ts'
import { useGraphQuery } from '../graph/use-graph.ts'
import type { Activity, SharedBlock } from './sharing/reasons.ts'
import { ownLevelOf } from './sharing/rules.ts'
import { useApplicationLabel } from './use-application-label.ts'

const HISTORY_SIZE = 50

/** Who sees a block, the person's own part in it, and its history: one request, loaded again by every change. */
export function useCollaboration(blockId: string) {
  const topics = [`block:${blockId}`] as const
  const collaboration = useGraphQuery(BlockCollaborationDocument, { block: { _id: blockId } }, { topics })
  const history = useGraphQuery(BlockHistoryDocument, { input: { blockId, size: HISTORY_SIZE } }, { topics })
  const source = useApplicationLabel(collaboration.data?.block?.application ?? null)
  return { collaboration, history, source }
}

/** What the parts of the sidebar are given. */
export interface Collaboration {
  block: SharedBlock
  ownTagId: string | undefined
  ownLevel: number
  activities: readonly Activity[]
  /** The label of the application that the block came from. */
  source: string | undefined
}

/** The block with what is known of it; undefined until it has been loaded. */
export function toCollaboration({
  collaboration,
  history,
  source,
}: ReturnType<typeof useCollaboration>): Collaboration | undefined {
  const { block, tenant } = collaboration.data ?? {}
  if (!block) return undefined
  const ownTagId = tenant?.tagId ?? undefined
  return {
    block,
    ownTagId,
    ownLevel: ownLevelOf(block.sharingTags, ownTagId),
    activities: history.data?.blockActivities ?? [],
    source,
  }
}
