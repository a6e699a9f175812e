import { resolve } from 'node:path'
import { startProgram } from '../demo/program.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const RUNS = 11
/** All vendors are configured, because an unconfigured one would save time. */
const VENDORS = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret-of-google',
  MICROSOFT_CLIENT_ID: 'id',
  MICROSOFT_CLIENT_SECRET: 'secret-of-microsoft',
  SALESFORCE_CLIENT_ID: 'id',
  SALESFORCE_CLIENT_SECRET: 'secret-of-salesforce',
}

/**
 * Measures the time to the first response and the memory of the hub, and of a bare Koa. BASELINE_CHECKOUT is the folder of
 * another revision of this repository, with its packages installed, whose hub is measured beside them.
 */
export async function benchStart(): Promise<void> {
  const { BASELINE_CHECKOUT } = process.env
  const files = ['src/main.ts', 'bench/baseline/koa.ts']
  if (BASELINE_CHECKOUT) files.push(resolve(BASELINE_CHECKOUT, 'src/main.ts'))
  const [hub, bare, other] = await measure(files)
  if (!hub || !bare) throw new Error('nothing was measured')
  const toRow = (program: string, { p50, worst, rss }: Start) => ({
    program,
    'p50 ms': p50,
    'worst ms': worst,
    'RSS MB': rss,
  })
  const rows = [toRow('hub, all vendors configured', hub), toRow('bare Koa', bare)]
  if (other) rows.push(toRow(`hub of ${BASELINE_CHECKOUT}`, other))
  report('Start: from spawn to the first response', rows, {
    benchmark: 'start',
    hubMs: hub.p50,
    hubRssMb: hub.rss,
    bareMs: bare.p50,
    bareRssMb: bare.rss,
    ...(other && { timesTheOther: round(hub.p50 / other.p50, 3), timesTheOthersRss: round(hub.rss / other.rss, 3) }),
  })
}

interface Start {
  p50: number
  worst: number
  /** Resident memory (MB). */
  rss: number
}

/** Starts the programs in turn, so that a busy machine slows all of them alike. */
async function measure(files: readonly string[]): Promise<Start[]> {
  const starts = files.map((file) => ({ file, times: [] as number[], sizes: [] as number[] }))
  for (let run = 0; run < RUNS; run += 1) {
    for (const { file, times, sizes } of starts) {
      const program = await startProgram(file, { environment: { ...ENVIRONMENT, ...VENDORS } })
      times.push(program.startMs)
      sizes.push(program.readMemory().current)
      await program.stop()
    }
  }
  return starts.map(({ times, sizes }) => ({
    p50: round(percentile(times, 0.5)),
    worst: round(Math.max(...times)),
    rss: round(percentile(sizes, 0.5)),
  }))
}
