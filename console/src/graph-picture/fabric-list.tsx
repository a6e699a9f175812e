import { Group, Stack, Text } from '@mantine/core'
import { BlockLink, TagLink } from '../ui/links.tsx'
import { isTagKind, NODE_KINDS } from './kinds.ts'
import { KindSign } from './legend.tsx'
import { findNeighbors, type Picture, type PictureNode } from './model.ts'

/** What is selected in the picture of a block, with a link to its page. */
export function Selected({ node }: { node: PictureNode | undefined }) {
  return (
    <Group gap={6} mih={24} role="status">
      {node ? <NodeLink node={node} /> : <Hint />}
    </Group>
  )
}

function Hint() {
  return (
    <Text size="sm" c="dimmed">
      Click a node to see what it is.
    </Text>
  )
}

/** The same as the picture, as a list: what is related, the nearest to most of it first. */
export function FabricList({ picture, rootId }: { picture: Picture; rootId: string }) {
  const neighbors = findNeighbors(picture)
  const rows = picture.nodes.filter(({ id }) => id !== rootId).toSorted((a, b) => b.weight - a.weight)
  return (
    <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }} aria-label="What this is related to">
      {rows.map((node) => (
        <li key={node.id}>
          <Group gap={6} wrap="nowrap" align="flex-start">
            <NodeLink node={node} />
            <Text size="xs" c="dimmed" style={{ flex: 'none' }} ml="auto">
              {neighbors.get(node.id)?.length ?? 0}
            </Text>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

function NodeLink({ node: { id, kind, label } }: { node: PictureNode }) {
  const Link = isTagKind(kind) ? TagLink : BlockLink
  return (
    <>
      <KindSign kind={kind} />
      <Link id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Link>
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        {NODE_KINDS[kind].singular}
      </Text>
    </>
  )
}
