import { Badge, Group, Text } from '@mantine/core'
import { useApplicationLabel } from '../../collaboration/use-application-label.ts'
import { authorOf, dateOf, isWholeDay } from '../../text/blocks.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { VendorLink } from '../../ui/links.tsx'
import { When } from '../../ui/when.tsx'
import type { ShownPage } from './shared/block.ts'
import { wordsOfSource } from './source.ts'

/** Below the title: what it is, from where, by whom and of when. */
export function Headline({ block }: { block: ShownPage }) {
  const { blockType, access, template, snoozed, generated, dateUpdated, uri } = block
  const time = dateOf(block)
  const author = authorOf(block)
  const label = useApplicationLabel(block.application)
  const source = label ?? wordsOfSource(block)
  return (
    <Group gap={8} mt={2}>
      <Text span size="sm" tt="capitalize">
        {BLOCK_KINDS[blockType].singular}
      </Text>
      {source && (
        <span>{uri ? <VendorLink url={uri} size="sm">{`from ${source}`}</VendorLink> : `from ${source}`}</span>
      )}
      {author !== undefined && (
        <span>
          by <bdi>{author === 'You' ? 'you' : author}</bdi>
        </span>
      )}
      {time !== undefined && <When time={time} wholeDay={isWholeDay(block)} />}
      {wasChanged(block) && (
        <Text span size="xs">
          changed <When time={dateUpdated ?? 0} relative />
        </Text>
      )}
      {access === 'READ_ONLY' && (
        <Badge size="sm" variant="light" color="gray">
          Read-only
        </Badge>
      )}
      {template && (
        <Badge size="sm" variant="light" color="cyan">
          Template
        </Badge>
      )}
      {snoozed && (
        <Badge size="sm" variant="light" color="orange">
          Snoozed
        </Badge>
      )}
      {generated && (
        <Badge size="sm" variant="light" color="pink">
          Written by AI
        </Badge>
      )}
    </Group>
  )
}

/** What was brought in is saved a moment after it was created (ms). */
const MOMENT_MS = 60_000

function wasChanged({ dateCreated, dateUpdated }: ShownPage): boolean {
  return dateUpdated !== null && dateUpdated - (dateCreated ?? 0) > MOMENT_MS
}
