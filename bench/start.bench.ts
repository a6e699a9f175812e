import { startProgram } from '../demo/program.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const RUNS = 7
/** All vendors are configured, because an unconfigured one would save time. */
const VENDORS = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret-of-google',
  MICROSOFT_CLIENT_ID: 'id',
  MICROSOFT_CLIENT_SECRET: 'secret-of-microsoft',
  SALESFORCE_CLIENT_ID: 'id',
  SALESFORCE_CLIENT_SECRET: 'secret-of-salesforce',
}

/** Measures the time to the first response and the memory of the hub, and of a bare Koa. */
export async function benchStart(): Promise<void> {
  const hub = await measure('src/main.ts')
  const bare = await measure('bench/baseline/koa.ts')
  report(
    'Start: from spawn to the first response',
    [
      { program: 'hub, all vendors configured', 'p50 ms': hub.p50, 'worst ms': hub.worst, 'RSS MB': hub.rss },
      { program: 'bare Koa', 'p50 ms': bare.p50, 'worst ms': bare.worst, 'RSS MB': bare.rss },
    ],
    { benchmark: 'start', hubMs: hub.p50, hubRssMb: hub.rss, bareMs: bare.p50, bareRssMb: bare.rss },
  )
}

async function measure(file: string): Promise<{ p50: number; worst: number; rss: number }> {
  const times: number[] = []
  const sizes: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const program = await startProgram(file, { environment: { ...ENVIRONMENT, ...VENDORS } })
    times.push(program.startMs)
    sizes.push(program.readMemory().current)
    await program.stop()
  }
  return {
    p50: round(percentile(times, 0.5)),
    worst: round(Math.max(...times)),
    rss: round(percentile(sizes, 0.5)),
  }
}
