import type { Groups } from '../../graph-picture/layout/groups.ts'
import type { Neighbor, Picture, PictureLink, PictureNode } from '../../graph-picture/model.ts'

/** People and others that belong together, named after the heaviest of them. */
export interface Group {
  number: number
  name: string
  size: number
}

export interface Connector {
  node: PictureNode
  /** How many of the shortest ways between all others lead through it, from 0 to 1. */
  share: number
  /** The groups that its neighbours belong to, its own first. */
  groups: readonly Group[]
}

/** What the picture answers without being asked. */
export interface Insights {
  groups: readonly Group[]
  groupOf: (id: string) => Group | undefined
  /** Who connects groups, the most important first. */
  connectors: readonly Connector[]
  strongest: readonly PictureLink[]
}

const MAX_ROWS = 5
/** A group has at least so many members; others are on their own. */
const MIN_GROUP = 2

export function toInsights(
  picture: Picture,
  { group, betweenness }: Groups,
  neighbors: ReadonlyMap<string, readonly Neighbor[]>,
): Insights {
  const { nodes, links } = picture
  const members = Map.groupBy(nodes, (_, index) => group[index] ?? 0)
  const groups = new Map(
    [...members].flatMap(([number, some]): [number, Group][] => {
      const heaviest = some.reduce((best, node) => (node.weight > best.weight ? node : best))
      return some.length < MIN_GROUP ? [] : [[number, { number, name: heaviest.label, size: some.length }]]
    }),
  )
  const numbers = new Map(nodes.map(({ id }, index) => [id, group[index] ?? 0]))
  const groupOf = (id: string) => groups.get(numbers.get(id) ?? -1)
  const connectors = nodes.flatMap((node, index): Connector[] => {
    const share = betweenness[index] ?? 0
    const own = groupOf(node.id)
    const met = (neighbors.get(node.id) ?? []).flatMap(({ node: { id } }) => groupOf(id) ?? [])
    const connected = [...new Set([...(own ? [own] : []), ...met])]
    return share > 0 && connected.length > 1 ? [{ node, share, groups: connected }] : []
  })
  return {
    groups: [...groups.values()].toSorted((a, b) => a.number - b.number),
    groupOf,
    connectors: connectors.toSorted((a, b) => b.share - a.share).slice(0, MAX_ROWS),
    strongest: links.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_ROWS),
  }
}
