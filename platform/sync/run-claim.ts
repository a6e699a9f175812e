import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Claim, RunEnd } from '../model/sync.ts'
import { LeaseLost } from '../model/sync-store.ts'
import type { Emit, RunLabels } from '../provider/events.ts'
import { platformError } from '../provider/problem.ts'
import { Run, type RunDeps, type RunStop } from './run.ts'
import { type FinalOutcome, type RunOutcome, toRunEnd } from './run-outcome.ts'

export interface RunClaimDeps extends RunDeps {
  random: () => number
  emit: Emit
}

/**
 * Executes a claimed run, stores its outcome and emits events. Returns true when the run yielded and its lease must be
 * released so that it can be resumed.
 */
export async function executeClaim(claim: Claim, deps: RunClaimDeps, stop: RunStop): Promise<boolean> {
  const run = new Run(claim, deps, stop)
  try {
    const outcome = await execute(run, claim, deps)
    if (outcome.kind !== 'yielded') {
      await finish(run, claim, outcome, deps)
      return false
    }
    // A lost lease aborts the run with the same signal as a worker that stops.
    const isLost = stop.signal.reason instanceof LeaseLost
    deps.emit({ type: isLost ? 'run-lost' : 'run-yielded', run: labelsOf(claim), pages: run.pages })
    return !isLost
  } catch (cause) {
    if (cause instanceof LeaseLost) deps.emit({ type: 'run-lost', run: labelsOf(claim), pages: run.pages })
    // The lease expires, and the worker that claims the sync next resumes at the checkpoint.
    else deps.emit({ type: 'run-aborted', run: labelsOf(claim), cause })
    return false
  }
}

/** A page that the store rejects would be rejected again and again, so it counts as a failure. */
async function execute(run: Run, claim: Claim, { emit }: RunClaimDeps): Promise<RunOutcome> {
  try {
    return await run.execute()
  } catch (cause) {
    if (cause instanceof LeaseLost) throw cause
    emit({ type: 'run-aborted', run: labelsOf(claim), cause })
    return { kind: 'failed', error: PLATFORM_ERROR }
  }
}

const PLATFORM_ERROR = platformError('Platform error', 'The platform could not save the data of the provider.', 500)

async function finish(run: Run, claim: Claim, outcome: FinalOutcome, deps: RunClaimDeps): Promise<void> {
  const { store, clock, policy, random } = deps
  const now = clock.now()
  const end = toRunEnd(outcome, claim, run, { sync: claim.fence.sync, now, policy, random })
  await store.finishRun(claim.fence, end, now)
  emitRunEnded(run, claim, end, deps)
}

function emitRunEnded(run: Run, claim: Claim, end: RunEnd, { emit, clock }: RunClaimDeps): void {
  const { state, trigger } = claim
  const dueDate = trigger === 'manual' ? undefined : state.dateNextRun
  emit(
    omitUndefined({
      type: 'run-ended' as const,
      run: labelsOf(claim),
      state: end.state,
      health: { before: state.health, after: end.next.health },
      pages: run.pages,
      counters: run.counters,
      tookMs: clock.elapsed() - run.startedAt,
      lagMs: dueDate === undefined ? undefined : Math.max(0, run.start - dueDate),
      error: end.error,
    }),
  )
}

function labelsOf({ fence, runId, trigger, connection }: Claim): RunLabels {
  const { tenantId, connectionId, sync } = fence
  const { provider, application } = connection
  return { tenantId, connectionId, sync, runId, provider, application, trigger }
}
