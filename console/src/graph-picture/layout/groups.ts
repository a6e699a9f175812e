/// <reference path="./libraries.d.ts" />
import { UndirectedGraph } from 'graphology'
import louvain from 'graphology-communities-louvain'
import betweennessCentrality from 'graphology-metrics/centrality/betweenness.js'

/** Which nodes belong together, and which of them connect others. */
export interface Groups {
  /** The number of each node's group, from 0. Groups are numbered by their sizes, the largest first. */
  group: Uint32Array
  /** How many of the shortest ways between all other nodes lead through each node, from 0 to 1. */
  betweenness: Float32Array
}

/** Finds groups by who is linked more with each other than with the rest (Louvain). The result is always the same. */
export function findGroups(nodeCount: number, links: Uint32Array, weights: Float32Array): Groups {
  const graph = new UndirectedGraph()
  for (let node = 0; node < nodeCount; node += 1) graph.addNode(node)
  for (let link = 0; link < weights.length; link += 1) {
    graph.mergeEdge(links[link * 2], links[link * 2 + 1], { weight: weights[link] })
  }
  if (graph.size === 0) {
    return {
      group: Uint32Array.from({ length: nodeCount }, (_, node) => node),
      betweenness: new Float32Array(nodeCount),
    }
  }
  const communities = louvain(graph, { getEdgeWeight: 'weight', randomWalk: false })
  const central = betweennessCentrality(graph, { getEdgeWeight: null, normalized: true })
  const numbers = numberBySize(Object.values(communities))
  const group = new Uint32Array(nodeCount)
  const betweenness = new Float32Array(nodeCount)
  for (let node = 0; node < nodeCount; node += 1) {
    group[node] = numbers.get(communities[node] ?? -1) ?? 0
    betweenness[node] = central[node] ?? 0
  }
  return { group, betweenness }
}

function numberBySize(communities: readonly number[]): ReadonlyMap<number, number> {
  const sizes = [...Map.groupBy(communities, (community) => community)]
  const bySize = sizes.toSorted(([a, some], [b, others]) => others.length - some.length || a - b)
  return new Map(bySize.map(([community], number) => [community, number]))
}
