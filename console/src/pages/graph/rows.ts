import { linkKey, type Neighbor, type Picture, type PictureLink, type PictureNode } from '../../graph-picture/model.ts'

export const NODE_SORTS = { weight: 'Most items', links: 'Most links', name: 'Name', kind: 'Kind' } as const
export const LINK_SORTS = { weight: 'Most in common', last: 'Latest', first: 'Earliest', name: 'Name' } as const
export type NodeSort = keyof typeof NODE_SORTS
export type LinkSort = keyof typeof LINK_SORTS

export interface NodeRow {
  node: PictureNode
  linkCount: number
}

export interface LinkRow {
  key: string
  link: PictureLink
  source: PictureNode
  target: PictureNode
}

/** The nodes as rows of a list. */
export function toNodeRows(
  { nodes }: Picture,
  neighbors: ReadonlyMap<string, readonly Neighbor[]>,
  sort: NodeSort,
): NodeRow[] {
  const rows = nodes.map((node) => ({ node, linkCount: neighbors.get(node.id)?.length ?? 0 }))
  const orders: Record<NodeSort, (a: NodeRow, b: NodeRow) => number> = {
    weight: (a, b) => b.node.weight - a.node.weight,
    links: (a, b) => b.linkCount - a.linkCount,
    name: byName,
    kind: (a, b) => a.node.kind.localeCompare(b.node.kind),
  }
  return rows.toSorted((a, b) => orders[sort](a, b) || byName(a, b))
}

function byName(a: NodeRow, b: NodeRow): number {
  return a.node.label.localeCompare(b.node.label)
}

/** The links as rows of a list. */
export function toLinkRows({ nodes, links }: Picture, sort: LinkSort): LinkRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rows = links.flatMap((link): LinkRow[] => {
    const [source, target] = [byId.get(link.source), byId.get(link.target)]
    return source && target ? [{ key: linkKey(link), link, source, target }] : []
  })
  const orders: Record<LinkSort, (a: LinkRow, b: LinkRow) => number> = {
    weight: (a, b) => b.link.weight - a.link.weight,
    last: (a, b) => (b.link.last ?? 0) - (a.link.last ?? 0),
    first: (a, b) => (a.link.first ?? 0) - (b.link.first ?? 0),
    name: (a, b) => a.source.label.localeCompare(b.source.label) || a.target.label.localeCompare(b.target.label),
  }
  return rows.toSorted((a, b) => orders[sort](a, b) || b.link.weight - a.link.weight)
}

/** The nodes whose names contain all words, those that begin with the text first. */
export function findNodes({ nodes }: Picture, text: string, max: number): PictureNode[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = nodes.filter(({ label }) => words.every((word) => fold(label).includes(word)))
  const begins = ({ label }: PictureNode) => (fold(label).startsWith(fold(text).trim()) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b) || b.weight - a.weight).slice(0, max)
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
