import { Group } from '@mantine/core'
import { VendorLink } from '../ui/links.tsx'
import type { ShownBlock } from './shown-block.ts'

/** What can be done with a block: share, favourite, copy its link, open it at its vendor, publish, archive, restore. */
export function BlockActions({ block }: { block: ShownBlock }) {
  return <Group gap="xs">{block.uri && <VendorLink url={block.uri}>Open</VendorLink>}</Group>
}
