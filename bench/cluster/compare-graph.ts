import { startIssuer } from '../../test/platform/sign-in/issuer.ts'
import { findViewers } from '../graph/viewer.ts'
import { percentile, report, round } from '../report.ts'
import { closeConnections } from '../writes/run.ts'
import { findTargets } from '../writes/targets.ts'
import { type OnEnd, stoppingAll } from './cleanup.ts'
import { measureCommits } from './commits.ts'
import { type GraphSide, openGraphSide, seedGraph } from './graph-sides.ts'
import { createSteps, type Step, shareWithGuest } from './graph-steps.ts'
import { measure, rates, type Spent, sum } from './rounds.ts'
import { createBuckets, type Systems } from './systems.ts'

const BLOCKS = Number(process.env.CLUSTER_BLOCKS ?? '10000')
/** How long each step is measured on each system. */
const SECONDS = Number(process.env.CLUSTER_SECONDS ?? '1.5')
const ROUNDS = 4
/** A connection prepares a statement when it is sent again, and keeps a plan after five executions. */
const WARM_UP_REQUESTS = 20
/** The owner is in the first one, the guest in the second one, on another worker. */
const BUCKETS = 2

/** Lists, single blocks and mutations over HTTP, within a bucket and across two. */
export function benchGraphOfBuckets(systems: Systems): Promise<void> {
  return stoppingAll((onEnd) => compare(systems, onEnd))
}

async function compare({ cluster, workers, createDatabases }: Systems, onEnd: OnEnd): Promise<void> {
  const issuer = await startIssuer()
  onEnd(issuer.stop)
  onEnd(closeConnections)
  const urls = await createDatabases('graph')
  await Promise.all([urls.single, urls.cluster].map((url) => seedGraph(url, BLOCKS, issuer.issuer)))
  await createBuckets(urls.cluster, BUCKETS)
  const { port, pathname } = new URL(urls.single)
  const address = { host: '127.0.0.1', port: Number(port), user: 'postgres', database: pathname.slice(1) }
  // The seeded rows are the same in both.
  const [owner] = await findViewers({ address })
  if (!owner) throw new Error('the graph has no tenants')
  const targets = await findTargets({ address }, owner)
  const nodeUrls = Array.from({ length: workers + 1 }, (_, node) => cluster.urlOf('graph', node))
  const ways = [
    { name: 'one server', databaseUrl: urls.single, nodeUrls: [urls.single] },
    { name: 'cluster', databaseUrl: urls.cluster, nodeUrls },
  ]
  const sides: GraphSide[] = []
  for (const { name, ...addresses } of ways) {
    sides.push(await openGraphSide(name, addresses, { owner, issuer }, onEnd))
  }
  for (const side of sides) await shareWithGuest(side, targets)
  const rows = []
  for (const step of createSteps(owner, targets)) rows.push(toRow(step.name, await measureStep(step, sides)))
  report(
    `Cluster: a graph of ${BLOCKS} blocks; ms per request, of which the processor time of all database processes`,
    rows,
    {
      benchmark: 'cluster graph',
      ...Object.fromEntries(rows.map((row) => [`${row.request}, database ÷ one`, row['database ÷ one']])),
    },
  )
  await reportCommits(urls)
}

interface StepFigures {
  spent: Spent
  times: number[]
}

async function measureStep(step: Step, sides: readonly GraphSide[]): Promise<StepFigures[]> {
  const figures = sides.map((side) => ({ side, turn: 0, times: [] as number[], parts: [] as Spent[] }))
  for (const figure of figures) {
    while (figure.turn < WARM_UP_REQUESTS) await step.send(figure.side, figure.turn++)
  }
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const figure of figures) {
      const work = async () => {
        const first = figure.turn
        for (const end = performance.now() + (SECONDS * 1_000) / ROUNDS; performance.now() < end; ) {
          const start = performance.now()
          await step.send(figure.side, figure.turn++)
          figure.times.push(performance.now() - start)
        }
        return figure.turn - first
      }
      figure.parts.push(await measure(figure.side, work))
    }
  }
  return figures.map(({ times, parts }) => ({ times, spent: sum(parts) }))
}

function toRow(request: string, [single, cluster]: readonly StepFigures[]) {
  if (!single || !cluster) throw new Error('there is nothing to compare')
  const [p50, clusterP50] = [percentile(single.times, 0.5), percentile(cluster.times, 0.5)]
  const [ofSingle, ofCluster] = [rates(single.spent), rates(cluster.spent)]
  return {
    request,
    'one p50': round(p50, 2),
    'cluster p50': round(clusterP50, 2),
    'p50 ÷ one': round(clusterP50 / p50, 2),
    'one database': round(ofSingle.databaseMs, 2),
    'cluster database': round(ofCluster.databaseMs, 2),
    'database ÷ one': round(ofCluster.databaseMs / ofSingle.databaseMs, 2),
    'one Node': round(ofSingle.nodeMs, 2),
    'cluster Node': round(ofCluster.nodeMs, 2),
  }
}

/** On one server nothing but the commit itself; on the cluster through the coordinator, which then has two nodes to ask. */
async function reportCommits(urls: { single: string; cluster: string }): Promise<void> {
  const update = (bucket: number) => `update bucket_${bucket}.feeds set sequence = sequence`
  const row = {
    'one server': round(await measureCommits(urls.single, ['update tenants set date_updated = date_updated']), 2),
    'one bucket': round(await measureCommits(urls.cluster, [update(1)]), 2),
    'two buckets, in two phases': round(await measureCommits(urls.cluster, [update(1), update(2)]), 2),
  }
  report('Cluster: ms of a commit', [row], { benchmark: 'cluster commits', ...row })
}
