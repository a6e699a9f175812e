import {
  ArchiveOneNoteDocument,
  ArchiveOneTaskDocument,
  DismissRecommendationDocument,
  GraphRequestError,
  SnoozeRecommendationDocument,
} from '../../../../platform/client/index.ts'
import { AcceptFromFeedDocument } from '../../documents.ts'
import { describeError } from '../../graph/errors.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { formatDateTime } from '../../text/dates.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import type { Description } from './describe/description.ts'
import type { Item } from './feed.ts'
import type { Settled } from './use-settled.ts'

const FEED = { topics: ['recommendation'] } as const

/** Accepts, dismisses and snoozes a recommendation, and says what came of it. */
export function useActions(item: Item, description: Description, onSettled: (result: Settled) => void) {
  // A recommended record is written at the vendor, which takes its time.
  const accepting = useGraphMutation(AcceptFromFeedDocument, { ...FEED, batch: false })
  const dismissing = useGraphMutation(DismissRecommendationDocument, FEED)
  const snoozing = useGraphMutation(SnoozeRecommendationDocument, FEED)
  const archivingNote = useGraphMutation(ArchiveOneNoteDocument)
  const archivingTask = useGraphMutation(ArchiveOneTaskDocument)
  const { _id, displayTitle } = item
  const error = accepting.error ?? dismissing.error ?? snoozing.error
  const isUnknown =
    accepting.error instanceof GraphRequestError && accepting.error.errors[0]?.extensions.state === 'unknown'

  return {
    error,
    isRunning: accepting.isPending || dismissing.isPending || snoozing.isPending,
    /** It may have been done at the vendor, so it is only done again if the person says so. */
    mayExist: isUnknown,
    detail: error ? describeError(error).detail : '',
    accept: async (repeatUnknown: boolean) => {
      const input = { _id, ...(repeatUnknown ? { repeatUnknown } : {}) }
      const data = await accepting.mutateAsync({ input }).catch(() => undefined)
      if (!data) return
      const block = data.acceptRecommendation?.block
      const archive = block?.blockType === 'note' ? archivingNote : archivingTask
      onSettled({
        message: `Done: ${displayTitle}.`,
        ...(block
          ? { link: { to: `/blocks/${block._id}`, label: `Open the ${BLOCK_KINDS[block.blockType].singular}` } }
          : linkOf(item)),
        ...(block && description.isUndoable
          ? { undo: () => archive.mutateAsync({ input: { _id: block._id, confirmed: true } }) }
          : {}),
      })
    },
    dismiss: async (reason: string | undefined) => {
      const input = { _id, ...(reason === undefined ? {} : { reason }) }
      if (await dismissing.mutateAsync({ input }).catch(() => undefined)) {
        onSettled({ message: `Dismissed: ${displayTitle}. It is not recommended again.` })
      }
    },
    snooze: async (dateUntil: number) => {
      if (!(await snoozing.mutateAsync({ input: { _id, dateUntil } }).catch(() => undefined))) return
      onSettled({
        message: `Snoozed until ${formatDateTime(dateUntil)}: ${displayTitle}.`,
        undo: () => snoozing.mutateAsync({ input: { _id, dateUntil: Date.now() - 1 } }),
      })
    },
  }
}

/** The tag or connection that was changed, where no block was. */
function linkOf(item: Item): Pick<Settled, 'link'> {
  const tagId =
    item.mergeTagsRecommendation?.keepTagId ??
    item.businessObjectRecommendation?.tagId ??
    item.tagRecommendation?.tag?._id
  if (tagId) return { link: { to: `/tags/${tagId}`, label: 'Open the page' } }
  const connectionId = item.syncPausedRecommendation?.connectionId
  return connectionId ? { link: { to: `/connections/${connectionId}`, label: 'Open the connection' } } : {}
}
