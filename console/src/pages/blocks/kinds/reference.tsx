import { Button, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { BLOCK_KINDS } from '../../../text/kinds.ts'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { References } from '../shared/references.tsx'

/** A reference leads to the block that it refers to. */
export function ReferenceContent({ reference: { referenceBlock } }: { reference: BlockOf<'Reference'> }) {
  if (!referenceBlock) {
    return (
      <Text size="sm" c="dimmed">
        What this refers to was removed, or is not shared with you.
      </Text>
    )
  }
  const { id, blockType } = referenceBlock
  return (
    <Stack gap="md" align="flex-start">
      <Facts facts={[{ label: 'Refers to', value: <References references={[referenceBlock]} /> }]} />
      <Button
        component={Link}
        to={`/blocks/${id}`}
        variant="light"
        rightSection={<IconArrowRight size={16} aria-hidden />}
      >
        Open the {blockType ? BLOCK_KINDS[blockType].singular : 'block'}
      </Button>
    </Stack>
  )
}
