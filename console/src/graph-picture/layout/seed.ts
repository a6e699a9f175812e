import type { Picture, Position, Positions } from '../model.ts'

/** Radius of the disc in which nodes begin, per root of their number, so that they are equally dense in every picture. */
const SPREAD = 30
/** Distance at which a node is put from its neighbours. */
const NEAR = 25

/** A number from 0 to 1 that depends on a text only (FNV-1a). */
export function hashToUnit(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The upper bits of FNV depend on few characters at the end of a text, so they are mixed once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** Where a node begins. It depends on its id only, so that the same graph always looks the same. */
export function seedPosition(id: string, nodeCount: number): Position {
  const angle = hashToUnit(id) * 2 * Math.PI
  const radius = Math.sqrt(hashToUnit(`${id} radius`)) * SPREAD * Math.sqrt(Math.max(1, nodeCount))
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/** Where the layout of a picture begins. */
export interface Start {
  positions: Positions
  /** The nodes that stay where they are, because they were shown already. */
  fixed: ReadonlySet<string>
}

/**
 * Nodes that were shown before stay; a new one begins beside the neighbours that were. Without any node shown before, all
 * begin at positions that depend on their ids only.
 */
export function startFrom({ nodes, links }: Picture, shown: Positions): Start {
  const fixed = new Set(nodes.flatMap(({ id }) => (shown.has(id) ? [id] : [])))
  const around = new Map<string, Position[]>()
  const add = (id: string, position: Position | undefined) => {
    if (!position || fixed.has(id)) return
    around.set(id, [...(around.get(id) ?? []), position])
  }
  if (fixed.size > 0) {
    for (const { source, target } of links) {
      add(source, shown.get(target))
      add(target, shown.get(source))
    }
  }
  const positions = nodes.map(({ id }): [string, Position] => {
    const neighbors = around.get(id)
    return [id, shown.get(id) ?? (neighbors ? beside(id, neighbors) : seedPosition(id, nodes.length))]
  })
  return { positions: new Map(positions), fixed }
}

function beside(id: string, neighbors: readonly Position[]): Position {
  const angle = hashToUnit(id) * 2 * Math.PI
  const mean = (pick: (position: Position) => number) =>
    neighbors.reduce((sum, position) => sum + pick(position), 0) / neighbors.length
  return { x: mean(({ x }) => x) + Math.cos(angle) * NEAR, y: mean(({ y }) => y) + Math.sin(angle) * NEAR }
}
