import { openStore, type Store } from '../../platform/storage/open.ts'
import { report, round } from '../report.ts'
import { openServersTime } from './processor-time.ts'
import { fillQuiet, measureQuiet, type QuietFigures } from './quiet-runs.ts'
import { rates } from './rounds.ts'
import { createBuckets, type Systems } from './systems.ts'
import { throughCoordinator } from './through-coordinator.ts'

const SYNCS = Number(process.env.CLUSTER_SYNCS ?? '1200')
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? '3')
/** Two on each worker. */
const BUCKETS = 4

/** Claims and runs of syncs that find nothing new. */
export async function benchQuietRuns({ cluster, workers, createDatabases }: Systems): Promise<void> {
  const urls = await createDatabases('runs')
  await createBuckets(urls.cluster, BUCKETS)
  const open = (databaseUrl: string) => openStore({ databaseUrl, dataDir: 'none' })
  const stores: [Store, Store] = [await open(urls.single), await open(urls.cluster)]
  const [single, clustered] = stores
  const coordinator = throughCoordinator(clustered.buckets, urls.cluster)
  try {
    for (const { buckets } of stores) await fillQuiet(buckets, SYNCS)
    const nodes = Array.from({ length: workers + 1 }, (_, node) => cluster.urlOf('runs', node))
    const [ofSingle, ofCluster] = [await openServersTime([urls.single]), await openServersTime(nodes)]
    const figures = await measureQuiet(
      [
        { name: 'one server', buckets: single.buckets, readDatabaseTime: ofSingle },
        { name: 'cluster, own nodes', buckets: clustered.buckets, readDatabaseTime: ofCluster },
        { name: 'cluster, coordinator', buckets: coordinator, readDatabaseTime: ofCluster },
      ],
      { syncs: SYNCS, rounds: ROUNDS },
    )
    reportQuiet(figures, workers)
  } finally {
    await coordinator.close()
    for (const { close } of stores) await close()
  }
}

function reportQuiet(figures: readonly QuietFigures[], workers: number): void {
  const [first] = figures
  if (!first) return
  const baseline = { claims: rates(first.claims), runs: rates(first.runs) }
  const rows = figures.map(({ name, claims, runs }) => {
    const [ofClaims, ofRuns] = [rates(claims), rates(runs)]
    return {
      way: name,
      'claims/s': round(ofClaims.perSecond),
      'database ms/claim': round(ofClaims.databaseMs, 3),
      'runs/s': round(ofRuns.perSecond),
      'database ms/run': round(ofRuns.databaseMs, 2),
      'Node ms/run': round(ofRuns.nodeMs, 2),
      'claims/s ÷ one': round(ofClaims.perSecond / baseline.claims.perSecond, 2),
      'runs/s ÷ one': round(ofRuns.perSecond / baseline.runs.perSecond, 2),
      'database ÷ one': round(ofRuns.databaseMs / baseline.runs.databaseMs, 2),
    }
  })
  report(
    `Cluster: quiet syncs, ${BUCKETS} buckets on ${workers} workers; processor time of all database processes`,
    rows,
    {
      benchmark: 'cluster runs',
      ...Object.fromEntries(rows.map((row) => [`${row.way}, database ms/run`, row['database ms/run']])),
    },
  )
}
