import type { FabricPictureQuery } from '../documents.ts'
import { titleOf } from '../text/blocks.ts'
import { kindOfTag } from './kinds.ts'
import type { Picture } from './model.ts'

export type Fabric = NonNullable<FabricPictureQuery['blockFabric']>

/** How much larger the block in the middle is than a node with a single link. */
const ROOT_WEIGHT = 60

/** The fabric of a block as a picture: a node is as heavy as it has links, and the block itself is the heaviest. */
export function toFabricPicture({ rootId, blocks, tags, links }: Fabric): Picture {
  const linkCounts = new Map<string, number>()
  for (const id of links.flatMap(({ sourceId, targetId }) => [sourceId, targetId])) {
    linkCounts.set(id, (linkCounts.get(id) ?? 0) + 1)
  }
  const weightOf = (id: string) => (id === rootId ? Math.max(ROOT_WEIGHT, links.length) : 1 + (linkCounts.get(id) ?? 0))
  const nodes = [
    ...blocks.map((block) => ({
      id: block._id,
      label: titleOf(block),
      kind: block.blockType,
      weight: weightOf(block._id),
    })),
    ...tags.map((tag) => ({
      id: tag._id,
      label: tag.alias.trim() || 'Unnamed',
      kind: kindOfTag(tag),
      weight: weightOf(tag._id),
    })),
  ]
  const ids = new Set(nodes.map(({ id }) => id))
  const pairs = new Map(
    links
      .filter(({ sourceId, targetId }) => sourceId !== targetId && ids.has(sourceId) && ids.has(targetId))
      .map(({ sourceId, targetId }) => [
        [sourceId, targetId].toSorted().join(' '),
        { source: sourceId, target: targetId, weight: 1 },
      ]),
  )
  return { nodes, links: [...pairs.values()] }
}
