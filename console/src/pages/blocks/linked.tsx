import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { PageTagFragment } from '../../documents.ts'
import { VendorLink } from '../../ui/links.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import type { ShownPage } from './shared/block.ts'
import { References } from './shared/references.tsx'
import { linkedTags } from './tags-of.ts'

const MAX_TAGS = 10

/** What a block is linked to: people, companies and topics, records of vendors, and the blocks it is a part or result of. */
export function Linked({ block, ownTagId }: { block: ShownPage; ownTagId: string | null }) {
  const { businessObjects, originReferenceBlock } = block
  // The forms of events and records name the calendar and the table.
  const isNamed = block.__typename === 'Event' || block.__typename === 'Record'
  const parentReferenceBlock = isNamed ? null : block.parentReferenceBlock
  const tags = linkedTags(block.sharingTags, ownTagId)
  const isEmpty = tags.length + businessObjects.length === 0 && !parentReferenceBlock && !originReferenceBlock
  if (isEmpty) return null
  return (
    <Stack gap={6}>
      {tags.length > 0 && <Tags tags={tags} />}
      {businessObjects.length > 0 && (
        <Line label="Records">
          {businessObjects.map(({ _id, url, title, metadataType, application }) => {
            const name = title ?? metadataType ?? application ?? 'Record'
            return (
              <Text span size="sm" key={_id} style={{ overflowWrap: 'anywhere' }}>
                {url ? <VendorLink url={url}>{name}</VendorLink> : <bdi>{name}</bdi>}
                {metadataType && metadataType !== name && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    {metadataType}
                  </Text>
                )}
              </Text>
            )
          })}
        </Line>
      )}
      {parentReferenceBlock && (
        <Line label="Part of">
          <References references={[parentReferenceBlock]} />
        </Line>
      )}
      {originReferenceBlock && (
        <Line label="Came out of">
          <References references={[originReferenceBlock]} />
        </Line>
      )}
    </Stack>
  )
}

function Tags({ tags }: { tags: readonly PageTagFragment[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tags : tags.slice(0, MAX_TAGS)
  return (
    <Group gap={6} role="group" aria-label="People, companies and topics">
      {shown.map((tag) => (
        <TagChip key={tag._id} tag={tag} />
      ))}
      {shown.length < tags.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          and {tags.length - shown.length} more
        </Button>
      )}
    </Group>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap="xs">
      <Text span size="sm" c="dimmed">
        {label}
      </Text>
      {children}
    </Group>
  )
}
