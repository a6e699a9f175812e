import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useArchive } from '../../collaboration/archive/use-archive.tsx'
import { isEditable } from '../../collaboration/shown-block.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { Proposal } from './proposal.tsx'
import type { ShownPage } from './shared/block.ts'

/** What one has to know before reading: archived, proposed. */
export function Notices({ block }: { block: ShownPage }) {
  if (block.archived) return <Archived block={block} />
  return block.proposed ? <Proposal block={block} /> : null
}

function Archived({ block }: { block: ShownPage }) {
  const { restore, isPending } = useArchive(block)
  return (
    <Alert variant="light" color="gray" icon={<IconArchive aria-hidden />} py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          This {BLOCK_KINDS[block.blockType].singular} is archived. Lists and searches do not show it.
        </Text>
        {isEditable(block) && (
          <Button size="xs" variant="default" loading={isPending} onClick={() => void restore()}>
            Restore
          </Button>
        )}
      </Group>
    </Alert>
  )
}
