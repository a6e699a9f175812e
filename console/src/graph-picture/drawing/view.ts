import { type Scale, scaleOf } from '../appearance.ts'
import { NODE_KINDS } from '../kinds.ts'
import { linkKey, type Picture, type PictureNode, type Position, type Target } from '../model.ts'
import type { DrawnLink, DrawnNode } from './draw.ts'
import { LABEL_SIZE } from './draw.ts'
import type { ShownLink, ShownNode } from './hit.ts'
import type { PictureTheme } from './theme.ts'

/** A node with its place on the screen (px). */
export interface ViewNode extends ShownNode, DrawnNode {
  node: PictureNode
}

export interface ViewLink extends ShownLink {
  key: string
  color: string
}

/** The nodes and links of a picture as they are on the screen. */
export class View {
  readonly links: readonly ViewLink[]
  readonly #nodes: ReadonlyMap<string, ViewNode>
  /** Those whose names matter most come first. */
  readonly #byWeight: readonly ViewNode[]

  constructor(picture: Picture, theme: PictureTheme, scale: Scale = scaleOf(picture)) {
    const nodes = picture.nodes.map((node): ViewNode => {
      const { shape } = NODE_KINDS[node.kind]
      const radius = scale.radius(node.weight)
      return { id: node.id, node, label: node.label, x: 0, y: 0, radius, shape, color: theme.nodes[node.kind] }
    })
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
    this.#byWeight = nodes.toSorted((a, b) => b.node.weight - a.node.weight)
    // Strong links lie above weak ones.
    this.links = picture.links
      .toSorted((a, b) => a.weight - b.weight)
      .map(({ source, target, weight }) => ({
        key: linkKey({ source, target }),
        source,
        target,
        width: scale.width(weight),
        color: theme.link(scale.strength(weight)),
      }))
  }

  get nodes(): IterableIterator<ViewNode> {
    return this.#nodes.values()
  }

  node(id: string): ViewNode | undefined {
    return this.#nodes.get(id)
  }

  /** Sets where each node is on the screen, and how large. */
  place(place: (id: string) => (Position & { radius: number }) | undefined): void {
    for (const node of this.#nodes.values()) {
      const placed = place(node.id)
      if (!placed) continue
      node.x = placed.x
      node.y = placed.y
      node.radius = placed.radius
    }
  }

  toDrawn({ source, target, width, color }: ViewLink): DrawnLink[] {
    const [from, to] = [this.#nodes.get(source), this.#nodes.get(target)]
    return from && to ? [{ from, to, width, color }] : []
  }

  /** What remains bright when something is pointed at: it, its links and the nodes at their ends. */
  around(target: Target): { nodes: ViewNode[]; links: ViewLink[] } {
    const links =
      target.type === 'node'
        ? this.links.filter(({ source, target: end }) => source === target.id || end === target.id)
        : this.links.filter(({ key }) => key === linkKey(target))
    const ids = new Set([
      ...(target.type === 'node' ? [target.id] : [target.source, target.target]),
      ...links.flatMap(({ source, target: end }) => [source, end]),
    ])
    return { nodes: [...ids].flatMap((id) => this.#nodes.get(id) ?? []), links }
  }

  /** The nodes on the screen whose names have room, the heaviest first. `widthOf` measures a name (px). */
  named(size: { width: number; height: number }, widthOf: (label: string) => number, max: number): ViewNode[] {
    return chooseNames(this.#byWeight, size, widthOf, max)
  }
}

const LINE_HEIGHT = LABEL_SIZE + 4

/** Of nodes in their order, those whose names would cover no name before them. */
export function chooseNames<Node extends ShownNode & { label: string }>(
  nodes: readonly Node[],
  { width, height }: { width: number; height: number },
  widthOf: (label: string) => number,
  max: number,
): Node[] {
  const chosen: Node[] = []
  const taken: { left: number; right: number; y: number }[] = []
  for (const node of nodes) {
    if (chosen.length >= max) break
    if (node.x < -20 || node.x > width || node.y < 0 || node.y > height) continue
    const left = node.x + node.radius * 1.2
    const right = left + widthOf(node.label) + 6
    const isCovered = taken.some(
      (other) => Math.abs(other.y - node.y) < LINE_HEIGHT && left < other.right && right > other.left,
    )
    if (isCovered) continue
    taken.push({ left, right, y: node.y })
    chosen.push(node)
  }
  return chosen
}
