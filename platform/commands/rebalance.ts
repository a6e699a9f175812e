import { setTimeout as pause } from 'node:timers/promises'
import { type BucketLocation, locateBuckets } from '../storage/cluster/metadata.ts'
import { formatNode } from '../storage/cluster/nodes.ts'
import {
  isRebalancing,
  isRunning,
  type Rebalance,
  readRebalance,
  startRebalance,
} from '../storage/cluster/rebalance.ts'
import { CommandError, type Context } from './context.ts'
import { NO_BUCKETS } from './list.ts'
import { reportProgress } from './progress.ts'
import { requireSynchronousCommits, warnOfAsynchronousCommits } from './synchronous-commit.ts'

const INTERVAL_MS = 1_000

/** Distributes the buckets over the nodes, and says how far it is. The cluster does it, also when nobody waits for it. */
export async function rebalance(context: Context): Promise<void> {
  const { db, print } = context
  const before = await locateBuckets(db)
  if (before.length === 0) throw new CommandError(NO_BUCKETS)
  if (await isRebalancing(db)) await warnOfAsynchronousCommits(context)
  else await requireSynchronousCommits(context)
  const started = await startRebalance(db).catch((error) => {
    throw new CommandError(`The cluster cannot be rebalanced: ${(error as Error).message}.`)
  })
  if (!started) return print('Nothing is moved: the buckets are distributed evenly.')
  const { jobId, isNew } = started
  print(isNew ? `The cluster rebalances its buckets (job ${jobId}).` : `A rebalance is running already (job ${jobId}).`)
  const progress = reportProgress(db, print)
  const end = await waitForEnd(context, jobId).finally(progress.stop)
  for (const line of describeMoves(before, await locateBuckets(db))) print(line)
  if (isRunning(end)) {
    return print(
      `Stopped watching. The rebalance goes on in the cluster: ${end.done} of ${end.tasks} steps are done. The same command follows it; select citus_rebalance_stop() ends it.`,
    )
  }
  if (end.state !== 'finished') {
    const problems = end.problems.map((problem) => `\n  ${firstLine(problem)}`).join('')
    throw new CommandError(
      `The rebalance is ${end.state}, with ${end.done} of ${end.tasks} steps done:${problems}\nWhat was moved stays there. Mend what is reported, and call this again.`,
    )
  }
  print(`Done: ${end.done} of ${end.tasks} steps.`)
}

async function waitForEnd({ db, print, stopping }: Context, jobId: number): Promise<Rebalance> {
  let printed = ''
  for (;;) {
    const job = await readRebalance(db, jobId)
    const retried =
      job.problems.length > 0
        ? `; the cluster tries again what has failed: ${job.problems.map(firstLine).join(' ')}`
        : ''
    const line = `${job.done} of ${job.tasks} steps are done${retried}`
    if (line !== printed) print(line)
    printed = line
    if (stopping.aborted || !isRunning(job)) return job
    await pause(INTERVAL_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}

function describeMoves(before: readonly BucketLocation[], after: readonly BucketLocation[]): string[] {
  return after.flatMap(({ name, node }) => {
    const old = before.find((each) => each.name === name)
    if (!old || formatNode(old.node) === formatNode(node)) return []
    return [`${name}: moved from ${formatNode(old.node)} to ${formatNode(node)}`]
  })
}
