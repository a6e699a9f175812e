import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type BucketLocation, locateBuckets } from '../storage/cluster/metadata.ts'
import { mayGoOn, moveBucket } from '../storage/cluster/move.ts'
import { type ClusterNode, formatNode, listNodes } from '../storage/cluster/nodes.ts'
import { CommandError, type Context } from './context.ts'
import { formatDuration } from './format.ts'
import { NO_BUCKETS } from './list.ts'
import { reportProgress } from './progress.ts'
import { requireSynchronousCommits } from './synchronous-commit.ts'

const CANCEL_INTERVAL_MS = 1_000

/** Moves one bucket, by its name or that of a tenant, to a node, by default the one with the fewest buckets. */
export async function moveOneBucket(context: Context, what: string, address?: string): Promise<void> {
  const { db, print } = context
  const bucket = await findBucket(context, what)
  const from = formatNode(bucket.node)
  const node = chooseNode(await listNodes(db), bucket, address)
  if (formatNode(node) === from) return print(`${bucket.name} is on ${from} already.`)
  await requireSynchronousCommits(context)
  print(`${bucket.name}: from ${from} to ${formatNode(node)}`)
  const start = Date.now()
  await move(context, bucket, node).catch(async (error: Error) => {
    throw error instanceof CommandError ? error : new CommandError(await describeFailure(context, bucket, error))
  })
  print(`${bucket.name}: moved to ${formatNode(node)} in ${formatDuration(Date.now() - start)}`)
}

async function move({ db, print, stopping }: Context, bucket: BucketLocation, node: ClusterNode): Promise<void> {
  const progress = reportProgress(db, print)
  const settled = new AbortController()
  let cancelling = Promise.resolve()
  try {
    await moveBucket(db, bucket.name, node, (cancel) => {
      if (stopping.aborted) throw new CommandError(`${bucket.name} was not moved: it was cancelled before it began.`)
      cancelling = cancelWhenStopped(cancel, stopping, settled.signal)
    })
  } finally {
    settled.abort()
    await Promise.all([cancelling, progress.stop()])
  }
}

/** Cancels until the move has settled, because a cancel may fail, and has no effect before the statement has arrived. */
async function cancelWhenStopped(
  cancel: () => Promise<void>,
  stopping: AbortSignal,
  settled: AbortSignal,
): Promise<void> {
  await once(stopping, 'abort', { signal: settled }).catch(() => undefined)
  while (!settled.aborted) {
    await cancel().catch(() => undefined)
    await pause(CANCEL_INTERVAL_MS, undefined, { signal: settled }).catch(() => undefined)
  }
}

async function describeFailure({ db, stopping }: Context, bucket: BucketLocation, error: Error): Promise<string> {
  const buckets = mayGoOn(error) ? undefined : await locateBuckets(db).catch(() => undefined)
  if (!buckets) {
    return `${bucket.name}: the connection to the coordinator was lost. The cluster may complete the move: npm run platform -- buckets shows where the bucket is.`
  }
  const reason = stopping.aborted ? 'it was cancelled' : error.message
  const now = buckets.find(({ name }) => name === bucket.name)
  if (!now) return `${bucket.name} was not moved: ${reason}. The cluster has no such bucket any more.`
  const [from, at] = [formatNode(bucket.node), formatNode(now.node)]
  return at === from
    ? `${bucket.name} was not moved: ${reason}. It is on ${from} as before.`
    : `The move of ${bucket.name} has failed: ${reason}. It is on ${at} now.`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findBucket({ db }: Context, what: string): Promise<BucketLocation> {
  const buckets = await locateBuckets(db)
  if (buckets.length === 0) throw new CommandError(NO_BUCKETS)
  const named = buckets.find(({ name }) => name === what)
  if (named) return named
  const column = UUID.test(what) ? 'tenant_id' : 'email'
  const value = column === 'email' ? what.toLowerCase() : what
  const isTenant = column === 'tenant_id' || what.includes('@')
  const tenants = isTenant ? await db.selectFrom('tenants').select('bucket').where(column, '=', value).execute() : []
  const names = new Set(tenants.map(({ bucket }) => bucket))
  if (names.size > 1)
    throw new CommandError(`WHAT: tenants ${what} are in several buckets; name one: ${[...names].join(', ')}.`)
  const found = buckets.find(({ name }) => names.has(name))
  if (found) return found
  const existing = buckets.map(({ name }) => name).join(', ')
  throw new CommandError(
    isTenant ? `WHAT: there is no tenant ${what}.` : `WHAT: there is no bucket ${what}. The buckets are ${existing}.`,
  )
}

function chooseNode(nodes: readonly ClusterNode[], bucket: BucketLocation, address: string | undefined): ClusterNode {
  if (address !== undefined) {
    const node = nodes.find((each) => formatNode(each) === address)
    if (node) return node
    const existing = nodes.map(formatNode).join(', ')
    throw new CommandError(`NODE: no node ${address} may hold buckets. Those that may are ${existing || 'none'}.`)
  }
  const [node] = nodes.filter((each) => formatNode(each) !== formatNode(bucket.node))
  if (node) return node
  throw new CommandError(`NODE: there is no other node than ${formatNode(bucket.node)}; add one with citus_add_node.`)
}
