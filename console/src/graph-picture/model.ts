import type { BlockType, TagType } from '../../../platform/client/index.ts'

/** What a node stands for: a tag, of which companies are a kind of their own, or a block. */
export type NodeKind = TagType | 'company' | BlockType

/** Numbers of blocks by type; types without any may be missing. */
export type BlockCounts = Partial<Record<BlockType, number>>

export interface PictureNode {
  id: string
  label: string
  kind: NodeKind
  /** How large it is shown, relative to the others: of a tag the number of its blocks. */
  weight: number
  /** The blocks of a tag, by type. */
  counts?: BlockCounts
}

export interface PictureLink {
  source: string
  target: string
  /** How wide it is shown, relative to the others: between tags the number of blocks that they share. */
  weight: number
  /** The blocks that both tags share, by type. */
  counts?: BlockCounts
  /** The first and the last date of these blocks (epoch ms). */
  first?: number
  last?: number
}

/** What is shown as a picture or as lists. Links name nodes of it only. */
export interface Picture {
  nodes: readonly PictureNode[]
  links: readonly PictureLink[]
}

/** What is pointed at or selected. */
export type Target = { type: 'node'; id: string } | { type: 'link'; source: string; target: string }

export interface Position {
  x: number
  y: number
}

export type Positions = ReadonlyMap<string, Position>

/** A node at the other end of a link. */
export interface Neighbor {
  node: PictureNode
  link: PictureLink
}

/** The neighbours of each node, those with the strongest links first. */
export function findNeighbors({ nodes, links }: Picture): ReadonlyMap<string, readonly Neighbor[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const neighbors = new Map<string, Neighbor[]>(nodes.map(({ id }) => [id, []]))
  for (const link of links.toSorted((a, b) => b.weight - a.weight)) {
    const [source, target] = [byId.get(link.source), byId.get(link.target)]
    if (!source || !target) continue
    neighbors.get(source.id)?.push({ node: target, link })
    neighbors.get(target.id)?.push({ node: source, link })
  }
  return neighbors
}

/** The picture without some kinds of nodes, and without the links that end at them. */
export function withoutKinds(picture: Picture, hidden: ReadonlySet<NodeKind>): Picture {
  if (hidden.size === 0) return picture
  const { nodes, links } = picture
  const shown = nodes.filter(({ kind }) => !hidden.has(kind))
  const ids = new Set(shown.map(({ id }) => id))
  return { nodes: shown, links: links.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}

export function isSameTarget(a: Target | undefined, b: Target | undefined): boolean {
  if (!a || !b) return a === b
  if (a.type === 'node') return b.type === 'node' && a.id === b.id
  return b.type === 'link' && a.source === b.source && a.target === b.target
}

/** A key of a link that does not depend on its direction. */
export function linkKey({ source, target }: { source: string; target: string }): string {
  return source < target ? `${source} ${target}` : `${target} ${source}`
}
