import type { GraphSearchInput } from '../../../../../platform/client/index.ts'
import { BlockRowsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import type { BlockOf } from '../shared/block.ts'
import { RowSection } from '../shared/rows.tsx'
import { guestTagIds } from './guests.ts'

const MAX_EVENTS = 3

interface OtherEventsProps {
  event: BlockOf<'Event'>
  ownTagId: string | null
}

/** Meetings with the same people: the next ones and the last ones. */
export function OtherEvents({ event, ownTagId }: OtherEventsProps) {
  const tagIds = guestTagIds(event.sharingTags, ownTagId)
  const start = event.dateStart ?? 0
  const next = useEvents({ tagIds, dateAssociated: { gte: start } }, 'ASC')
  const last = useEvents({ tagIds, dateAssociated: { lt: start } }, 'DESC')
  const others = next.filter(({ _id }) => _id !== event._id).slice(0, MAX_EVENTS)
  return (
    <RowSection title="Other events with these people" rows={[...others.toReversed(), ...last.slice(0, MAX_EVENTS)]} />
  )
}

function useEvents(input: GraphSearchInput & { tagIds: readonly string[] }, order: 'ASC' | 'DESC') {
  const { data } = useGraphQuery(
    BlockRowsDocument,
    { input: { ...input, blockTypes: ['event'], sort: [{ field: 'dateStart', order }], size: MAX_EVENTS + 1 } },
    { topics: ['blocks:event'], enabled: input.tagIds.length > 0 },
  )
  return data?.searchGraph ?? []
}
