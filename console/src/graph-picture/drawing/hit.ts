import type { Position } from '../model.ts'

/** A node on the screen (px). */
export interface ShownNode extends Position {
  id: string
  radius: number
}

/** A link on the screen. */
export interface ShownLink {
  source: string
  target: string
  width: number
}

/** How far beside a node or a link one may point (px). */
const NODE_TOLERANCE = 3
const LINK_TOLERANCE = 4

/** The node at a point, the nearest of those that cover each other. */
export function nodeAt(point: Position, nodes: Iterable<ShownNode>): string | undefined {
  let [found, nearest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const { id, x, y, radius } of nodes) {
    const [dx, dy] = [x - point.x, y - point.y]
    const squared = dx * dx + dy * dy
    if (squared < nearest && squared <= (radius + NODE_TOLERANCE) ** 2) [found, nearest] = [id, squared]
  }
  return found
}

/** The link at a point. `positionOf` is the place of a node on the screen. */
export function linkAt<Link extends ShownLink>(
  point: Position,
  links: Iterable<Link>,
  positionOf: (id: string) => Position | undefined,
): Link | undefined {
  let [found, nearest]: [Link | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const link of links) {
    const [from, to] = [positionOf(link.source), positionOf(link.target)]
    if (!from || !to) continue
    const distance = distanceToLine(point, from, to) - link.width / 2
    if (distance <= LINK_TOLERANCE && distance < nearest) [found, nearest] = [link, distance]
  }
  return found
}

/** The distance of a point from a line between two others. */
export function distanceToLine(point: Position, from: Position, to: Position): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const along = Math.min(1, Math.max(0, share))
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy)
}
