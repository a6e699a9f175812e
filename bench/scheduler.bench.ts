import { percentile, report, rounded } from './report.ts'
import { runStored } from './scheduler-postgres.ts'
import { runVirtually } from './scheduler-virtual.ts'

const VIRTUAL = [
  { connections: 100_000, workers: 20 },
  { connections: 1_000_000, workers: 200 },
]
const STORED = { connections: 20_000 }
/** Fewer syncs, run often: what a store of this size bears without falling behind. */
const STEADY = { connections: 3_000, steady: { cadence: 20_000, watch: 40_000 } }

/** What the scheduler costs: a million connections in virtual time, and as many syncs as PostgreSQL here can run. */
export async function benchScheduler(): Promise<void> {
  for (const load of VIRTUAL) await tellVirtual(load)
  await tellStored('all due at once', STORED)
  await tellStored('150 due a second', STEADY)
}

async function tellVirtual(load: (typeof VIRTUAL)[number]): Promise<void> {
  const { runs, runsPerSecond, lags, cpuPerRun, claimCalls } = await runVirtually(load)
  const figures = {
    ...load,
    'runs in 5 min': runs,
    'runs/s': rounded(runsPerSecond),
    'lag p50 ms': percentile(lags, 0.5),
    'lag p99 ms': percentile(lags, 0.99),
    'lag max ms': lags.reduce((most, lag) => Math.max(most, lag), 0),
    'CPU µs/run': rounded(cpuPerRun),
    'runs/claim': rounded(runs / claimCalls),
  }
  report('Scheduler in virtual time, every sync each five minutes, default limits', [figures], {
    benchmark: 'scheduler virtual',
    ...figures,
  })
}

async function tellStored(how: string, load: Parameters<typeof runStored>[0]): Promise<void> {
  const { runs, runsPerSecond, statementsPerRun, cpuPerRun, bytesPerRun, claimMs, lags } = await runStored(load)
  const figures = {
    syncs: load.connections,
    how,
    runs,
    'runs/s': rounded(runsPerSecond),
    'statements/run': rounded(statementsPerRun, 2),
    'CPU µs/run': rounded(cpuPerRun),
    'bytes kept/run': bytesPerRun,
    'claim p50 ms': rounded(percentile(claimMs, 0.5)),
    'claim p99 ms': rounded(percentile(claimMs, 0.99)),
    ...(load.steady ? { 'lag p50 ms': percentile(lags, 0.5), 'lag p99 ms': percentile(lags, 0.99) } : {}),
  }
  report('Scheduler on the embedded PostgreSQL, nothing new to keep', [figures], {
    benchmark: 'scheduler postgres',
    ...figures,
  })
}
