import { Stack } from '@mantine/core'

/** Beside a block: who sees it and why, reactions, comments, and what happened to it. */
export function BlockSidebar({ blockId }: { blockId: string }) {
  return <Stack data-block={blockId} />
}
