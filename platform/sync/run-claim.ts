import type { Claim, RunEnd } from '../model/sync.ts'
import { LeaseLost } from '../model/sync-store.ts'
import type { Emit, RunName } from '../provider/events.ts'
import { platformError } from '../provider/problem.ts'
import { Run, type RunParts, type RunStop } from './run.ts'
import { type FinalOutcome, type RunOutcome, toRunEnd } from './run-outcome.ts'

export interface ClaimParts extends RunParts {
  random: () => number
  emit: Emit
}

/** Runs a claimed sync, keeps what came of it and tells it. True: it is to be given back, to be gone on with. */
export async function runClaim(claim: Claim, parts: ClaimParts, stop: RunStop): Promise<boolean> {
  const run = new Run(claim, parts, stop)
  try {
    const outcome = await outcomeOf(run, claim, parts)
    if (outcome.kind !== 'left') {
      await finish(run, claim, outcome, parts)
      return false
    }
    // A lease that was lost ends the run in the same way as a worker that stops.
    const isLost = stop.signal.reason instanceof LeaseLost
    parts.emit({ type: isLost ? 'run-lost' : 'run-left', run: nameOf(claim), pages: run.pages })
    return !isLost
  } catch (cause) {
    if (cause instanceof LeaseLost) parts.emit({ type: 'run-lost', run: nameOf(claim), pages: run.pages })
    // Its lease runs out, and whoever takes it then goes on at its checkpoint.
    else parts.emit({ type: 'run-broken', run: nameOf(claim), cause })
    return false
  }
}

/** A page that the store refuses would be refused again and again: it counts, like any other failure. */
async function outcomeOf(run: Run, claim: Claim, { emit }: ClaimParts): Promise<RunOutcome> {
  try {
    return await run.go()
  } catch (cause) {
    if (cause instanceof LeaseLost) throw cause
    emit({ type: 'run-broken', run: nameOf(claim), cause })
    return { kind: 'failed', error: BROKEN }
  }
}

const BROKEN = platformError('Platform error', 'The platform could not keep what the provider sent.', 500)

async function finish(run: Run, claim: Claim, outcome: FinalOutcome, parts: ClaimParts): Promise<void> {
  const { store, clock, syncRules, random } = parts
  const now = clock.now()
  const circumstances = { sync: claim.fence.sync, now, rules: syncRules, random }
  const end = toRunEnd(outcome, claim, run, circumstances)
  await store.finish(claim.fence, end, now)
  tell(run, claim, end, parts)
}

function tell(run: Run, claim: Claim, end: RunEnd, { emit, clock }: ClaimParts): void {
  const { state, trigger } = claim
  const isDue = trigger !== 'manual' && state.dateNextRun !== undefined
  emit({
    ...{ type: 'run-ended', run: nameOf(claim), state: end.state, pages: run.pages, counters: run.counters },
    health: { before: state.health, after: end.next.health },
    tookMs: clock.now() - run.start,
    ...(isDue ? { lagMs: Math.max(0, run.start - (state.dateNextRun ?? run.start)) } : {}),
    ...(end.error ? { error: end.error } : {}),
  })
}

function nameOf({ fence, runId, trigger, connection }: Claim): RunName {
  const { tenantId, connectionId, sync } = fence
  const { provider, application } = connection
  return { tenantId, connectionId, sync, runId, provider, application, trigger }
}
