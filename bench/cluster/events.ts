import { setTimeout as pause } from 'node:timers/promises'
import { locateBuckets } from '../../platform/storage/cluster/metadata.ts'
import { openStore } from '../../platform/storage/open.ts'
import { startIssuer } from '../../test/platform/sign-in/issuer.ts'
import { report, round } from '../report.ts'
import { waitFor } from '../sync-load.ts'
import { closeConnections } from '../writes/run.ts'
import { type OnEnd, stoppingAll } from './cleanup.ts'
import { startApi } from './graph-platform.ts'
import { type PersonRequest, startPeople } from './people.ts'
import { type SyncLoad, startSyncLoad } from './sync-load.ts'
import { createBuckets, query, type Systems } from './systems.ts'

const SYNCS = Number(process.env.CLUSTER_DUE_SYNCS ?? '100')
/** How long nothing happens before the first event and after each (ms), and how long the killed node is away. */
const CALM_MS = Number(process.env.CLUSTER_CALM_SECONDS ?? '8') * 1_000
const AWAY_MS = Number(process.env.CLUSTER_AWAY_SECONDS ?? '10') * 1_000
const CATCH_UP_LIMIT_MS = 60_000
const BUCKETS = 4
/** The worker that is killed. */
const KILLED = 2

interface Load {
  syncs: SyncLoad
  requests: readonly PersonRequest[]
}

/** What happened, and to which buckets. */
interface Outcome {
  concerned: ReadonlySet<string>
  /** How long after its end everything was stored that had been delivered until then (ms). */
  caughtUpMs: number | undefined
}

/** Kills a node, moves a bucket and adds a node while syncs run and people work in all buckets. */
export function benchEvents(systems: Systems): Promise<void> {
  return stoppingAll((onEnd) => disturb(systems, onEnd))
}

async function disturb({ cluster, workers, createDatabases }: Systems, onEnd: OnEnd): Promise<void> {
  const { cluster: databaseUrl } = await createDatabases('events')
  await createBuckets(databaseUrl, BUCKETS)
  const store = await openStore({ databaseUrl, dataDir: 'none' })
  onEnd(() => store.close())
  const issuer = await startIssuer()
  onEnd(issuer.stop)
  const api = await startApi(databaseUrl, issuer)
  onEnd(api.stop)
  onEnd(closeConnections)
  const requests = await startPeople(store, { url: api.url, issuer }, onEnd)
  const load = { requests, syncs: await startSyncLoad(store, SYNCS, onEnd) }
  const portOf = (node: number) => Number(new URL(cluster.urlOf('events', node)).port)
  const locate = async () => new Map((await locateBuckets(store.db)).map(({ name, node }) => [name, node.port]))
  const bucketsOn = async (node: number) => {
    const located = await locate()
    return new Set([...located].flatMap(([name, port]) => (port === portOf(node) ? [name] : [])))
  }
  const rows = [
    await observe('nothing', load, async () => ({ concerned: new Set(), caughtUpMs: await catchUp(load.syncs) })),
    await observe(`kill -9 of a worker, up again after ${AWAY_MS / 1_000} s`, load, async () => {
      const concerned = await bucketsOn(KILLED)
      await cluster.kill(KILLED)
      await pause(AWAY_MS)
      await cluster.bringUp(KILLED)
      return { concerned, caughtUpMs: await catchUp(load.syncs, concerned) }
    }),
    await observe('a bucket moves to another worker', load, async () => {
      const concerned = new Set([...(await bucketsOn(KILLED))].slice(0, 1))
      const [bucket] = concerned
      await query(databaseUrl, `select citus_schema_move('${bucket}', '127.0.0.1', ${portOf(1)})`)
      return { concerned, caughtUpMs: await catchUp(load.syncs, concerned) }
    }),
    await observe('a worker is added, buckets are rebalanced', load, async () => {
      const before = await locate()
      await cluster.add(workers + 1)
      await query(databaseUrl, `select citus_rebalance_start()`)
      await query(databaseUrl, `select citus_rebalance_wait()`)
      const concerned = new Set(
        [...(await locate())].flatMap(([name, port]) => (before.get(name) === port ? [] : [name])),
      )
      return { concerned, caughtUpMs: await catchUp(load.syncs, concerned) }
    }),
  ]
  report(`Cluster: events under load, ${SYNCS} syncs due every 5 s in ${BUCKETS} buckets`, rows, {
    benchmark: 'cluster events',
    ...Object.fromEntries(rows.map((row) => [`${row.event}, errors of others`, row['errors of others']])),
  })
  await reportItems(load.syncs)
}

/** One event and the calm after it. */
async function observe(event: string, { syncs, requests }: Load, happen: () => Promise<Outcome>) {
  const [start, pages, firstRequest] = [Date.now(), syncs.pages(), requests.length]
  const { concerned, caughtUpMs } = await happen()
  const tookMs = Date.now() - start
  await pause(CALM_MS)
  const during = requests.slice(firstRequest)
  const errors = during.filter(({ error }) => error !== undefined)
  const failures = syncs.failures.filter(({ date }) => date >= start)
  const others = <Row extends { bucket: string }>(rows: readonly Row[]) =>
    rows.filter(({ bucket }) => !concerned.has(bucket))
  for (const row of others([...errors])) process.stderr.write(`${row.bucket}: ${row.error}\n`)
  return {
    event,
    'took s': round(tookMs / 1_000),
    'buckets concerned': concerned.size,
    'pages committed': syncs.pages() - pages,
    requests: during.length,
    'errors of others': others(errors).length,
    'errors of these': errors.length - others(errors).length,
    'failed runs of others': others(failures).length,
    'failed runs of these': failures.length - others(failures).length,
    'caught up after s': caughtUpMs === undefined ? '' : round(caughtUpMs / 1_000),
  }
}

/** Waits until what has been delivered so far to these buckets, or to all, is stored. Returns how long that took (ms). */
async function catchUp(syncs: SyncLoad, buckets?: ReadonlySet<string>): Promise<number | undefined> {
  const expected = syncs.delivered(buckets)
  return waitFor(async () => {
    const stored = new Set(await syncs.stored(buckets))
    return expected.every((id) => stored.has(id))
  }, CATCH_UP_LIMIT_MS)
}

async function reportItems(syncs: SyncLoad): Promise<void> {
  syncs.endDelivery()
  const expected = syncs.delivered()
  await catchUp(syncs)
  const stored = await syncs.stored()
  const distinct = new Set(stored)
  const row = {
    pages: syncs.pages(),
    'items expected': expected.length,
    stored: distinct.size,
    missing: expected.filter((id) => !distinct.has(id)).length,
    doubled: stored.length - distinct.size,
  }
  report('Cluster: items after all events', [row], { benchmark: 'cluster items', ...row })
}
