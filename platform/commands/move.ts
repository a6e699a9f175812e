import { type BucketLocation, locateBuckets } from '../storage/cluster/metadata.ts'
import { moveBucket } from '../storage/cluster/move.ts'
import { type ClusterNode, formatNode, listNodes } from '../storage/cluster/nodes.ts'
import { CommandError, type Context } from './context.ts'
import { formatDuration } from './format.ts'
import { NO_BUCKETS } from './list.ts'
import { reportProgress } from './progress.ts'

/** Moves one bucket, by its name or that of a tenant, to a node, by default the one with the fewest buckets. */
export async function moveOneBucket(context: Context, what: string, address?: string): Promise<void> {
  const { db, print, stopping } = context
  const bucket = await findBucket(context, what)
  const from = formatNode(bucket.node)
  const node = chooseNode(await listNodes(db), bucket, address)
  if (formatNode(node) === from) return print(`${bucket.name} is on ${from} already.`)
  print(`${bucket.name}: from ${from} to ${formatNode(node)}`)
  const start = Date.now()
  const progress = reportProgress(db, print)
  try {
    await moveBucket(db, bucket.name, node, (cancel) => {
      stopping.addEventListener('abort', () => void cancel().catch(() => undefined), { once: true })
    })
  } catch (error) {
    const reason = stopping.aborted ? 'it was cancelled' : (error as Error).message
    throw new CommandError(`${bucket.name} was not moved: ${reason}. It is on ${from} as before.`)
  } finally {
    await progress.stop()
  }
  print(`${bucket.name}: moved to ${formatNode(node)} in ${formatDuration(Date.now() - start)}`)
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
