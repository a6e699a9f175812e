import { startProgram } from '../demo/program.ts'
import { percentile, report, rounded } from './report.ts'
import { SETTINGS } from './settings.ts'

const RUNS = 7
/** Every vendor configured, so that nothing is saved by leaving one out. */
const VENDORS = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret-of-google',
  MICROSOFT_CLIENT_ID: 'id',
  MICROSOFT_CLIENT_SECRET: 'secret-of-microsoft',
  SALESFORCE_CLIENT_ID: 'id',
  SALESFORCE_CLIENT_SECRET: 'secret-of-salesforce',
}

/** How long the hub takes to say hello, and what it weighs then; beside a Koa that only says hello. */
export async function benchStart(): Promise<void> {
  const hub = await measure('src/main.ts')
  const bare = await measure('bench/bare-koa.ts')
  report(
    'Start: from spawn to the first hello',
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
    const measured = await startProgram(file, { environment: { ...SETTINGS, ...VENDORS } })
    times.push(measured.startMs)
    sizes.push(measured.memory().now)
    await measured.stop()
  }
  return {
    p50: rounded(percentile(times, 0.5)),
    worst: rounded(Math.max(...times)),
    rss: rounded(percentile(sizes, 0.5)),
  }
}
