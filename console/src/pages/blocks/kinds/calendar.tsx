import { Stack, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { BlockRowsDocument } from '../../../documents.ts'
import { useGraphPages } from '../../../graph/use-graph.ts'
import { BlockRow } from '../../../ui/block-row.tsx'
import { Empty } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Section } from '../shared/section.tsx'

/** The events of a calendar, latest first. The first ones come with the page. */
export function CalendarContent({ calendar: { _id, timeZone, events } }: { calendar: BlockOf<'Calendar'> }) {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = useGraphPages(
    BlockRowsDocument,
    {
      parentReferenceBlock: { id: _id },
      blockTypes: ['event' as const],
      sort: [{ field: 'dateStart', order: 'DESC' as const }],
    },
    { topics: ['blocks:event'], pick: ({ searchGraph }) => searchGraph },
  )
  const shown = rows ?? events
  return (
    <Stack gap="md">
      {timeZone && (
        <Text size="sm" c="dimmed">
          Planned in the time zone {timeZone.replaceAll('_', ' ')}
        </Text>
      )}
      {shown.length === 0 ? (
        <Empty icon={IconCalendarOff} title="No events yet">
          Events of this calendar appear here as soon as they are synced.
        </Empty>
      ) : (
        <Section title="Events">
          <VirtualList
            rows={shown}
            keyOf={({ _id: id }) => id}
            label="Events"
            hasMore={hasNextPage}
            isLoadingMore={isFetchingNextPage}
            loadMore={fetchNextPage}
          >
            {(event) => <BlockRow block={event} />}
          </VirtualList>
        </Section>
      )}
    </Stack>
  )
}
