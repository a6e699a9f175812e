import { Alert } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { Proposal } from './proposal.tsx'
import type { ShownPage } from './shared/block.ts'

/** What one has to know before reading: archived, proposed. */
export function Notices({ block }: { block: ShownPage }) {
  const { singular } = BLOCK_KINDS[block.blockType]
  return (
    <>
      {block.archived && (
        <Alert
          variant="light"
          color="gray"
          icon={<IconArchive aria-hidden />}
          py="xs"
          title={`This ${singular} is archived`}
        >
          Lists and searches do not show it. Restore it to have it back.
        </Alert>
      )}
      {block.proposed && !block.archived && <Proposal block={block} />}
    </>
  )
}
