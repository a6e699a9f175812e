import { write } from '../demo/output.ts'
import { stoppingAll } from './cluster/cleanup.ts'
import { benchGraphOfBuckets } from './cluster/compare-graph.ts'
import { benchQuietRuns } from './cluster/compare-runs.ts'
import { benchEvents } from './cluster/events.ts'
import { startSystems } from './cluster/systems.ts'
import { findClusterTool, MISSING_TOOL } from './cluster/tool.ts'

const BENCHMARKS = { runs: benchQuietRuns, graph: benchGraphOfBuckets, events: benchEvents }
/** CLUSTER_PARTS=graph measures only that. */
const PARTS = (process.env.CLUSTER_PARTS ?? Object.keys(BENCHMARKS).join()).split(',')

/**
 * Compares a cluster to one PostgreSQL of the same version with the same settings, both on this machine, in turn and by the
 * processor time of all database processes: wall times say little where all nodes share the same cores. Then nodes are killed
 * and added, and buckets moved, under load.
 */
export async function benchCluster(): Promise<void> {
  const tool = findClusterTool()
  if (tool === undefined) return write(`\nCluster: skipped; ${MISSING_TOOL}`)
  await stoppingAll(async (onEnd) => {
    const systems = await startSystems(tool, onEnd)
    for (const name of PARTS) await BENCHMARKS[name as keyof typeof BENCHMARKS]?.(systems)
  })
}
