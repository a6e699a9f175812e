/** An iteration of the layout, without the graph object that the library otherwise wants on the main thread. */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  interface LayoutSettings {
    adjustSizes: boolean
    barnesHutOptimize: boolean
    barnesHutTheta: number
    edgeWeightInfluence: number
    gravity: number
    linLogMode: boolean
    outboundAttractionDistribution: boolean
    scalingRatio: number
    slowDown: number
    strongGravityMode: boolean
  }
  /** Moves the nodes of a matrix of 10 values per node and 3 per link. */
  const iterate: (settings: LayoutSettings, nodes: Float32Array, links: Float32Array) => void
  export default iterate
}

declare module 'graphology-communities-louvain' {
  interface Options {
    getEdgeWeight: string
    randomWalk: boolean
  }
  const louvain: (graph: object, options: Options) => Record<string, number>
  export default louvain
}

declare module 'graphology-metrics/centrality/betweenness.js' {
  interface Options {
    getEdgeWeight: null
    normalized: boolean
  }
  const betweennessCentrality: (graph: object, options: Options) => Record<string, number>
  export default betweennessCentrality
}
