import { Anchor, Box, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { TagBlocksDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { BlockRow } from '../../../ui/block-row.tsx'

const SHOWN = 3

/** The next events with a tag. Nothing if there are none. `after` is epoch ms. */
export function ComingUp({ tagId, after }: { tagId: string; after: number }) {
  const input = {
    tagIds: [tagId],
    blockTypes: ['event' as const],
    dateAssociated: { gte: after },
    sort: [{ field: 'dateStart', order: 'ASC' as const }],
    size: SHOWN + 1,
  }
  const { data } = useGraphQuery(TagBlocksDocument, { input }, { topics: ['blocks:event'] })
  const events = data?.searchGraph ?? []
  if (events.length === 0) return null
  return (
    <Box component="section" aria-label="Coming up">
      <Group justify="space-between" pb={4}>
        <Title order={2} size="h6" c="dimmed">
          Coming up
        </Title>
        {events.length > SHOWN && (
          <Anchor component={Link} to={`/search?tag=${tagId}&kind=event&when=next-30`} size="xs">
            All events
          </Anchor>
        )}
      </Group>
      {events.slice(0, SHOWN).map((event) => (
        <BlockRow key={event._id} block={event} />
      ))}
    </Box>
  )
}
