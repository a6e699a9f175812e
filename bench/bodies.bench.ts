import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startProgram } from '../demo/program.ts'
import { SHAPES } from './load/shapes.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const BODIES = 8
const PROBE_EVERY_MS = 10
const LIMITS = { helloP99Ms: 250, peakMb: 1_000 }

/** Measures how eight bodies of almost 50 MB, of five shapes, delay other requests, and how much memory they take. */
export async function benchBodies(): Promise<void> {
  const names = Object.keys(SHAPES)
  const shapes = Array.from({ length: BODIES }, (_, index) => names[index % names.length] as string)
  const program = await startProgram('src/main.ts', { environment: ENVIRONMENT })
  const workerData = { url: program.url, key: KEY, shapes }
  const sender = new Worker(new URL('load/send-bodies.ts', import.meta.url), { workerData })
  await once(sender, 'message')
  const probes = startProbes(program.url)
  const start = performance.now()
  sender.postMessage({ type: 'start' })
  const [{ outcomes }] = await once(sender, 'message')
  const seconds = (performance.now() - start) / 1_000
  const waits = await probes.stop()
  const { max } = program.readMemory()
  await Promise.all([sender.terminate(), program.stop()])
  const p99 = round(percentile(waits, 0.99))
  report(
    `Bodies: ${BODIES} of almost 50 MB at once (${[...new Set(outcomes)].join(', ')})`,
    [
      { figure: 'hello p99, ms', measured: p99, limit: LIMITS.helloP99Ms },
      { figure: 'hello worst, ms', measured: round(Math.max(...waits)), limit: '' },
      { figure: 'peak RSS, MB', measured: round(max), limit: LIMITS.peakMb },
      { figure: 'seconds until all had a response', measured: round(seconds), limit: '' },
      { figure: 'hello requests', measured: waits.length, limit: '' },
    ],
    { benchmark: 'bodies', helloP99Ms: p99, worstMs: round(Math.max(...waits)), peakMb: round(max) },
  )
}

/** Requests hello at fixed times, whether or not the earlier requests have been answered. */
function startProbes(url: string) {
  const running: Promise<number>[] = []
  const timer = setInterval(() => running.push(probe(url)), PROBE_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}

async function probe(url: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/api/v1/hello`)
  await response.text()
  if (!response.ok) throw new Error(`hello returned ${response.status}`)
  return performance.now() - start
}
