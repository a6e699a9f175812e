import { Anchor, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconTopologyStar3 } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { RelatedTagsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { TagLink } from '../../../ui/links.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { TagAvatar } from '../../../ui/tag-avatar.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import type { SectionProps } from './props.ts'
import { connectionOf, ofKind, RELATED_KINDS, type RelatedTag } from './related-kinds.ts'

const SIZE = 200

/** Whom and what a tag occurs together with, the most relevant first. */
export function RelatedSection({ tag }: SectionProps) {
  const [parameters, setParameters] = useSearchParams()
  const kind = RELATED_KINDS.find(({ value }) => value === parameters.get('of'))?.value ?? 'all'
  const query = useGraphQuery(
    RelatedTagsDocument,
    { input: { tagIds: [tag._id], size: SIZE } },
    { topics: ['block'], batch: false },
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Which tags"
          value={kind}
          data={RELATED_KINDS.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => setParameters(value === 'all' ? { tab: 'related' } : { tab: 'related', of: value })}
        />
        <Button
          component={Link}
          to={`/graph?tags=${tag._id}`}
          size="xs"
          variant="default"
          leftSection={<IconTopologyStar3 size={14} aria-hidden />}
        >
          Show in the graph
        </Button>
      </Group>
      <Loaded query={query}>
        {({ searchGraphTags }) => {
          const rows = ofKind(searchGraphTags ?? [], kind)
          if (rows.length === 0) {
            return (
              <Empty icon={IconTopologyStar3} title="Nothing is related yet">
                Whoever and whatever occurs in the same emails, events and notes appears here.
              </Empty>
            )
          }
          return (
            <VirtualList rows={rows} keyOf={({ _id }) => _id} label="Related" estimate={52}>
              {(row) => <RelatedRow row={row} tagId={tag._id} />}
            </VirtualList>
          )
        }}
      </Loaded>
    </Stack>
  )
}

function RelatedRow({ row, tagId }: { row: RelatedTag; tagId: string }) {
  const name = toLine(row.alias) || 'Unnamed'
  const share = Math.round(row.coOccurrencePercentage)
  return (
    <Group
      wrap="nowrap"
      gap="sm"
      py={7}
      px={8}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <TagAvatar tag={row} size={30} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <TagLink id={row._id} size="sm" fw={500} c="var(--mantine-color-text)" truncate="end" display="block">
          {name}
        </TagLink>
        <Text size="xs" c="dimmed" truncate="end">
          {connectionOf(row)}
        </Text>
      </div>
      <Group gap={8} wrap="nowrap" visibleFrom="xs" w={150} style={{ flex: 'none' }}>
        <Progress value={share} size="sm" flex={1} aria-hidden />
        <Text size="xs" c="dimmed" w={54} ta="end">
          {share < 1 ? 'under 1' : share} %
        </Text>
      </Group>
      <Anchor
        component={Link}
        to={`/search?tag=${tagId},${row._id}`}
        size="xs"
        aria-label={`What both have in common: ${name}`}
      >
        In common
      </Anchor>
    </Group>
  )
}
