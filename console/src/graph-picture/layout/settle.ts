/// <reference path="./libraries.d.ts" />
import iterate from 'graphology-layout-forceatlas2/iterate.js'

/** A graph as numbers, so that it can be handed to a worker without being copied. */
export interface LayoutInput {
  /** x and y of each node. */
  positions: Float32Array
  /** The radius of each node. */
  sizes: Float32Array
  /** 1 for a node that stays where it is. */
  fixed: Uint8Array
  /** The numbers of the two nodes of each link. */
  links: Uint32Array
  weights: Float32Array
}

/** Values per node and per link in the matrices of the library. */
const NODE = { x: 0, y: 1, mass: 6, convergence: 7, size: 8, fixed: 9, length: 10 }
const LINK = { source: 0, target: 1, weight: 2, length: 3 }

/** Iterations between two reports, and after which the layout ends even if it still moves. */
const REPORT_EVERY = 10
const MAX_ITERATIONS = 600
/** Iterations at the end that move nodes apart which cover each other. */
const APART_ITERATIONS = 80
/** The layout is settled when the mean movement of an iteration is less than this share of the radius of the picture. */
const SETTLED_SHARE = 0.0015
const FORCES = {
  barnesHutTheta: 0.8,
  edgeWeightInfluence: 1,
  gravity: 0.05,
  linLogMode: false,
  outboundAttractionDistribution: false,
  scalingRatio: 10,
  strongGravityMode: true,
}
/** From this number of nodes on, distant ones are taken together. */
const MANY_NODES = 400

/**
 * Moves linked nodes together and others apart until they hardly move any more. Yields the positions (x and y of each node)
 * now and then, and at the end. The same input always has the same result.
 */
export function* settle(input: LayoutInput): Generator<Float32Array, void> {
  const nodes = toNodeMatrix(input)
  const links = toLinkMatrix(input)
  const count = input.sizes.length
  const settings = {
    ...FORCES,
    barnesHutOptimize: count > MANY_NODES,
    slowDown: 1 + Math.log(Math.max(2, count)),
  }
  for (let iteration = 1; iteration <= MAX_ITERATIONS; iteration += 1) {
    const before = positionsOf(nodes)
    iterate({ ...settings, adjustSizes: false }, nodes, links)
    if (movement(before, nodes) < SETTLED_SHARE) break
    if (iteration % REPORT_EVERY === 0) yield positionsOf(nodes)
  }
  for (let iteration = 1; iteration <= APART_ITERATIONS; iteration += 1) {
    iterate({ ...settings, barnesHutOptimize: false, adjustSizes: true }, nodes, links)
    if (iteration % REPORT_EVERY === 0) yield positionsOf(nodes)
  }
  yield positionsOf(nodes)
}

function toNodeMatrix({ positions, sizes, fixed, links, weights }: LayoutInput): Float32Array {
  const nodes = new Float32Array(sizes.length * NODE.length)
  for (let index = 0; index < sizes.length; index += 1) {
    const start = index * NODE.length
    nodes[start + NODE.x] = positions[index * 2] ?? 0
    nodes[start + NODE.y] = positions[index * 2 + 1] ?? 0
    nodes[start + NODE.mass] = 1
    nodes[start + NODE.convergence] = 1
    nodes[start + NODE.size] = sizes[index] ?? 1
    nodes[start + NODE.fixed] = fixed[index] ?? 0
  }
  for (let index = 0; index < links.length; index += 1) {
    const mass = (links[index] ?? 0) * NODE.length + NODE.mass
    nodes[mass] = (nodes[mass] ?? 0) + (weights[index >> 1] ?? 0)
  }
  return nodes
}

function toLinkMatrix({ links, weights }: LayoutInput): Float32Array {
  const matrix = new Float32Array(weights.length * LINK.length)
  for (let index = 0; index < weights.length; index += 1) {
    matrix[index * LINK.length + LINK.source] = (links[index * 2] ?? 0) * NODE.length
    matrix[index * LINK.length + LINK.target] = (links[index * 2 + 1] ?? 0) * NODE.length
    matrix[index * LINK.length + LINK.weight] = weights[index] ?? 1
  }
  return matrix
}

function positionsOf(nodes: Float32Array): Float32Array {
  const positions = new Float32Array((nodes.length / NODE.length) * 2)
  for (let index = 0; index < positions.length / 2; index += 1) {
    positions[index * 2] = nodes[index * NODE.length + NODE.x] ?? 0
    positions[index * 2 + 1] = nodes[index * NODE.length + NODE.y] ?? 0
  }
  return positions
}

/** The mean movement of an iteration as a share of the mean distance from the middle. */
function movement(before: Float32Array, nodes: Float32Array): number {
  let [moved, distance] = [0, 0]
  for (let index = 0; index < before.length / 2; index += 1) {
    const x = nodes[index * NODE.length + NODE.x] ?? 0
    const y = nodes[index * NODE.length + NODE.y] ?? 0
    moved += Math.hypot(x - (before[index * 2] ?? 0), y - (before[index * 2 + 1] ?? 0))
    distance += Math.hypot(x, y)
  }
  return distance === 0 ? 0 : moved / distance
}
