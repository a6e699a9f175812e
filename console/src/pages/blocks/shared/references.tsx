import { Group, Skeleton, Text } from '@mantine/core'
import { BlockTitlesDocument, type PageReferenceFragment } from '../../../documents.ts'
import type { Topic } from '../../../graph/topics.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { titleOf } from '../../../text/blocks.ts'
import { BlockIcon } from '../../../ui/kind-icon.tsx'
import { BlockLink } from '../../../ui/links.tsx'

/** Blocks that another one refers to, by their titles. Those that are not visible are not named. */
export function References({ references }: { references: readonly PageReferenceFragment[] }) {
  const ids = references.map(({ id }) => id)
  const topics = ids.map((id): Topic => `block:${id}`)
  const { data } = useGraphQuery(BlockTitlesDocument, { ids }, { topics, enabled: ids.length > 0 })
  if (!data) return <Skeleton height={20} width={180} />
  const blocks = data.blocks ?? []
  const hidden = ids.length - blocks.length
  return (
    <Group component="span" gap="xs" display="inline-flex" maw="100%">
      {blocks.map((block) => (
        <Group component="span" key={block._id} gap={6} wrap="nowrap" display="inline-flex" maw="100%">
          <BlockIcon type={block.blockType} size={20} />
          <BlockLink id={block._id} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{titleOf(block)}</bdi>
          </BlockLink>
        </Group>
      ))}
      {hidden > 0 && (
        <Text span size="sm" c="dimmed">
          {blocks.length > 0 ? `and ${hidden} that you cannot see` : 'Not shared with you, or removed'}
        </Text>
      )}
    </Group>
  )
}
