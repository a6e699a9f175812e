import { BlockRowsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import type { BlockOf } from '../shared/block.ts'
import { RowSection } from '../shared/rows.tsx'
import { guestTagIds } from './guests.ts'

const MAX_EVENTS = 6

interface OtherEventsProps {
  event: BlockOf<'Event'>
  ownTagId: string | null
}

/** Meetings with the same people, the next and last ones. */
export function OtherEvents({ event, ownTagId }: OtherEventsProps) {
  const tagIds = guestTagIds(event.sharingTags, ownTagId)
  const { data } = useGraphQuery(
    BlockRowsDocument,
    {
      input: {
        tagIds,
        blockTypes: ['event'],
        sort: [{ field: 'dateStart', order: 'DESC' }],
        ...(event.dateStart === null ? {} : { dateMatch: { lt: event.dateStart + AHEAD_MS } }),
        size: MAX_EVENTS + 1,
      },
    },
    { topics: ['blocks:event'], enabled: tagIds.length > 0 },
  )
  const rows = (data?.searchGraph ?? []).filter(({ _id }) => _id !== event._id).slice(0, MAX_EVENTS)
  return <RowSection title="Other events with these people" rows={rows} />
}

/** Events until this long after the one that is shown (ms). */
const AHEAD_MS = 31 * 86_400_000
