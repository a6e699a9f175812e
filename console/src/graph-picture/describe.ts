import type { BlockType } from '../../../platform/client/index.ts'
import { formatDay } from '../text/dates.ts'
import { BLOCK_KINDS } from '../text/kinds.ts'
import { countOf, formatNumber } from '../text/numbers.ts'
import { isTagKind, NODE_KINDS } from './kinds.ts'
import type { BlockCounts, Neighbor, Picture, PictureLink, PictureNode } from './model.ts'

/** Kinds of blocks with their numbers, the most frequent first. */
export function toCounted(counts: BlockCounts = {}): readonly { type: BlockType; count: number }[] {
  return (Object.entries(counts) as [BlockType, number][])
    .filter(([type, count]) => count > 0 && type in BLOCK_KINDS)
    .map(([type, count]) => ({ type, count }))
    .toSorted((a, b) => b.count - a.count)
}

/** Such as “12 emails, 3 events and 1 task”. Empty without any. */
export function describeCounts(counts: BlockCounts | undefined, max = 3): string {
  const counted = toCounted(counts)
  const named = counted.slice(0, max).map(({ type, count }) => {
    const { singular, plural } = BLOCK_KINDS[type]
    return countOf(count, singular, plural)
  })
  const rest = counted.slice(max).reduce((sum, { count }) => sum + count, 0)
  const parts = rest > 0 ? [...named, `${formatNumber(rest)} more`] : named
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Such as “Tue 3 Feb to Mon 23 Nov”, or one day. Times are epoch ms. */
export function describePeriod(first: number, last: number, now = Date.now()): string {
  const [from, to] = [formatDay(first, now), formatDay(last, now)]
  return from === to ? from : `${from} to ${to}`
}

/** What a node is, in words below its name. */
export function describeNode({ kind, counts, weight }: PictureNode, neighbors: readonly Neighbor[]): string[] {
  const linked = `Linked to ${formatNumber(neighbors.length)} here`
  if (!isTagKind(kind)) return [capitalize(NODE_KINDS[kind].singular), linked]
  const items = counts ? describeCounts(counts) : ''
  return [capitalize(NODE_KINDS[kind].singular), items === '' ? countOf(weight, 'item') : items, linked]
}

/** What connects the ends of a link, in words below their names. */
export function describeLink({ weight, counts, first, last }: PictureLink): string[] {
  const through = counts ? describeCounts(counts) : ''
  return [
    through === '' ? countOf(weight, 'item') : through,
    ...(first !== undefined && last !== undefined ? [describePeriod(first, last)] : []),
  ]
}

/** What a picture shows, for those who do not see it. */
export function describePicture({ nodes, links }: Picture): string {
  if (nodes.length === 0) return 'An empty picture.'
  const heaviest = nodes.toSorted((a, b) => b.weight - a.weight).slice(0, 3)
  const names = heaviest.map(({ label }) => label).join(', ')
  const counted = `${countOf(nodes.length, 'node')} and ${countOf(links.length, 'link')}`
  return `A picture of ${counted}. The largest: ${names}. The list has the same content.`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
