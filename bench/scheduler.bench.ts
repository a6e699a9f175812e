import { omitUndefined } from '../src/runtime/omit.ts'
import { percentile, report, round } from './report.ts'
import { runStored } from './scheduler/postgres.ts'
import { runVirtually } from './scheduler/virtual.ts'

const VIRTUAL = [
  { connections: 100_000, workers: 20 },
  { connections: 1_000_000, workers: 200 },
]
const STORED = { connections: 20_000 }
/** Fewer syncs at a higher rate, which the store must sustain without falling behind. */
const STEADY = { connections: 3_000, steady: { cadenceMs: 20_000, durationMs: 40_000 } }

/** Measures the scheduler with a million connections in virtual time, and with as many syncs as PostgreSQL can run. */
export async function benchScheduler(): Promise<void> {
  for (const load of VIRTUAL) await reportVirtual(load)
  await reportStored('all due at once', STORED)
  await reportStored('150 due a second', STEADY)
}

async function reportVirtual(load: (typeof VIRTUAL)[number]): Promise<void> {
  const { runs, runsPerSecond, lags, cpuPerRun, claimCalls } = await runVirtually(load)
  const figures = {
    ...load,
    'runs in 5 min': runs,
    'runs/s': round(runsPerSecond),
    'lag p50 ms': percentile(lags, 0.5),
    'lag p99 ms': percentile(lags, 0.99),
    'lag max ms': lags.reduce((max, lag) => Math.max(max, lag), 0),
    'CPU µs/run': round(cpuPerRun),
    'runs/claim': round(runs / claimCalls),
  }
  report('Scheduler in virtual time, all syncs every five minutes, default limits', [figures], {
    benchmark: 'scheduler virtual',
    ...figures,
  })
}

async function reportStored(scenario: string, load: Parameters<typeof runStored>[0]): Promise<void> {
  const { runs, runsPerSecond, statementsPerRun, cpuPerRun, bytesPerRun, claimMs, lags } = await runStored(load)
  const figures = omitUndefined({
    syncs: load.connections,
    scenario,
    runs,
    'runs/s': round(runsPerSecond),
    'statements/run': round(statementsPerRun, 2),
    'CPU µs/run': round(cpuPerRun),
    'bytes stored/run': bytesPerRun,
    'claim p50 ms': round(percentile(claimMs, 0.5)),
    'claim p99 ms': round(percentile(claimMs, 0.99)),
    'lag p50 ms': load.steady ? percentile(lags, 0.5) : undefined,
    'lag p99 ms': load.steady ? percentile(lags, 0.99) : undefined,
  })
  report('Scheduler on the embedded PostgreSQL, no new items', [figures], {
    benchmark: 'scheduler postgres',
    ...figures,
  })
}
