import type { GenerateKnowledgeGraphQuery } from '../../../../platform/client/index.ts'
import { kindOfTag } from '../../graph-picture/kinds.ts'
import type { BlockCounts, Picture, PictureNode } from '../../graph-picture/model.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { formatNumber } from '../../text/numbers.ts'

export type Knowledge = NonNullable<GenerateKnowledgeGraphQuery['generateKnowledgeGraph']>

const TYPES = Object.keys(BLOCK_KINDS) as (keyof typeof BLOCK_KINDS)[]

/** The picture of a knowledge graph, without tags that have nothing in the scope. */
export function toPicture({ nodes, links }: Pick<Knowledge, 'nodes' | 'links'>): Picture {
  const shown = nodes.map(toNode).filter(({ weight }) => weight > 0)
  const ids = new Set(shown.map(({ id }) => id))
  return {
    nodes: shown,
    links: links
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(({ source, target, weight, blockTypes, dateFirst, dateLast }) => ({
        source,
        target,
        weight,
        counts: withoutZeros(blockTypes),
        first: dateFirst,
        last: dateLast,
      })),
  }
}

function toNode(node: Knowledge['nodes'][number]): PictureNode {
  const counts = withoutZeros(Object.fromEntries(TYPES.map((type) => [type, node[`${type}s`]])))
  const weight = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { id: node.id, label: node.name.trim() || 'Unnamed', kind: kindOfTag(node), weight, counts }
}

function withoutZeros(counts: BlockCounts): BlockCounts {
  return Object.fromEntries(TYPES.flatMap((type) => (counts[type] ? [[type, counts[type]]] : [])))
}

/** What was left out because of the API's limits, as a sentence; undefined if everything is there. */
export function describeOmissions({ nodes, links, tagCount, linkCount }: Knowledge): string | undefined {
  const parts = [
    tagCount > nodes.length
      ? `the ${formatNumber(nodes.length)} most relevant of ${formatNumber(tagCount)} people, companies and topics`
      : undefined,
    linkCount > links.length
      ? `the ${formatNumber(links.length)} strongest of ${formatNumber(linkCount)} links between them`
      : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : `You see ${parts.join(', and ')}.`
}
