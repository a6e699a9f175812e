import { formatNode } from '../storage/cluster/nodes.ts'
import { readUsage } from '../storage/cluster/usage.ts'
import { describeDatabaseError } from '../storage/postgres/database.ts'
import { CommandError, type Context } from './context.ts'
import { formatBytes, formatDuration, formatTable } from './format.ts'

/** A node that has not responded by then is away (ms). */
const TIMEOUT_MS = 5_000

export const NO_BUCKETS = 'The cluster has no buckets yet: npm run platform -- buckets add N creates them.'

export async function listBuckets({ db, databaseUrl, print }: Context, isJson: boolean): Promise<void> {
  const buckets = await readUsage(db, databaseUrl.reveal(), TIMEOUT_MS).catch((error) => {
    throw new CommandError(`The buckets cannot be read: ${describeDatabaseError(error as Error)}`)
  })
  if (isJson) {
    const rows = buckets.map(({ name, node, tenants, load }) => ({
      name,
      node: formatNode(node),
      tenants,
      ...(load instanceof Error
        ? { isAway: true, problem: describeDatabaseError(load) }
        : { isAway: false, sizeBytes: load.size, lagMs: load.lagMs }),
    }))
    print(JSON.stringify(rows, undefined, 2))
    return
  }
  if (buckets.length === 0) return print(NO_BUCKETS)
  const rows = buckets.map(({ name, node, tenants, load }) => [
    name,
    formatNode(node),
    String(tenants),
    ...(load instanceof Error ? ['unknown', 'unknown'] : [formatBytes(load.size), formatDuration(load.lagMs)]),
  ])
  for (const line of formatTable([['bucket', 'node', 'tenants', 'size', 'lag'], ...rows])) print(line)
  const problems = buckets.flatMap(({ node, load }) =>
    load instanceof Error ? [`${formatNode(node)} (${describeDatabaseError(load)})`] : [],
  )
  if (problems.length > 0) {
    print(`\nCannot be asked from here: ${[...new Set(problems)].join(', ')}. The others are not affected.`)
  }
}
