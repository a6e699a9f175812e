import { readdirSync, readFileSync } from 'node:fs'
import { type Program, startProgram } from '../demo/program.ts'
import { startGmailMailbox } from './gmail-mailbox.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

/** Calls of a round. Rounds are short, so that a busy moment of the machine falls into one of them. */
const CALLS = 30
const ROUNDS = 15
const WARM_UP = 100
/** Messages per page: the hub's maximum in flight, so that both programs wait equally long for the vendor. */
const PAGE = 5
const LATENCY_MS = 10
/** A second bare Koa shows how much two equal programs differ. */
const PROGRAMS = {
  bare: { label: 'bare Koa, same library, same calls', file: 'bench/baseline/koa.ts' },
  again: { label: 'the same bare Koa once more', file: 'bench/baseline/koa.ts' },
  hub: { label: 'hub', file: 'src/main.ts' },
}
type Name = keyof typeof PROGRAMS

interface Measured {
  name: Name
  program: Program
  /** Durations of the requests (ms), and of those of each round. */
  times: number[]
  rounds: number[][]
  /** CPU time of all threads before the first measured request (ms). */
  cpuBefore: number
}

/** Measures the time that the hub adds to the vendor's: a page of messages through the hub and through a bare Koa. */
export async function benchOverhead(): Promise<void> {
  const { google, connectedProvider } = await startGmailMailbox(50, LATENCY_MS)
  const environment = { ...ENVIRONMENT, ...google.environment, LOG_LEVEL: 'info' }
  const programs: Measured[] = []
  for (const name of Object.keys(PROGRAMS) as Name[]) {
    const program = await startProgram(PROGRAMS[name].file, { environment })
    programs.push({ name, program, times: [], rounds: [], cpuBefore: 0 })
  }
  const body = JSON.stringify({ connectedProvider, filter: { limit: PAGE } })
  await measureRound(programs, body, WARM_UP)
  for (const measured of programs) measured.cpuBefore = readCpuMs(measured.program)
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = await measureRound(programs, body, CALLS)
    for (const { name, rounds, times: all } of programs) {
      rounds.push(times[name])
      all.push(...times[name])
    }
  }
  reportTimes(programs)
  await Promise.all([...programs.map(({ program }) => program.stop()), google.stop()])
}

/** Calls the programs in turn, each of them first equally often. Returns the durations (ms). */
async function measureRound(
  programs: readonly Measured[],
  body: string,
  calls: number,
): Promise<Record<Name, number[]>> {
  const times: Record<Name, number[]> = { bare: [], again: [], hub: [] }
  for (let call = 0; call < calls; call += 1) {
    const first = call % programs.length
    for (const { name, program } of [...programs.slice(first), ...programs.slice(0, first)]) {
      times[name].push(await measureRequest(program.url, body))
    }
  }
  return times
}

async function measureRequest(url: string, body: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/sync/email`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 300)}`)
  return performance.now() - start
}

/** CPU time of a process (ms), of all its threads. Linux only. */
function readCpuMs({ pid }: Program): number {
  const tasks = `/proc/${pid}/task`
  const read = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  return readdirSync(tasks).reduce((sum, task) => sum + read(task), 0)
}

function reportTimes(programs: readonly Measured[]): void {
  const rows = programs.map(({ name, program, times, cpuBefore }) => ({
    program: PROGRAMS[name].label,
    'p50 ms': round(percentile(times, 0.5), 2),
    'p99 ms': round(percentile(times, 0.99), 2),
    'CPU ms': round((readCpuMs(program) - cpuBefore) / times.length, 2),
    'RSS MB': round(program.readMemory().current),
  }))
  const [bare, again, hub] = programs as [Measured, Measured, Measured]
  const [noise, ratios] = [toRatios(again, bare), toRatios(hub, bare)]
  report(
    `Overhead: a page of ${PAGE} messages, ${1 + PAGE} vendor calls of ${LATENCY_MS} ms, ${ROUNDS} rounds of ${CALLS}`,
    [...rows, { program: 'ratio of the two bare Koas', ...noise.row }, { program: 'ratio of the hub', ...ratios.row }],
    { benchmark: 'overhead', ...ratios.figures, noiseP50: noise.figures.ratioP50, noiseP99: noise.figures.ratioP99 },
  )
}

/** `p50` and `p99` compare all requests, `median of rounds` is the median of the ratios of each round's p50. */
function toRatios(program: Measured, bare: Measured) {
  const ratio = (share: number) => round(percentile(program.times, share) / percentile(bare.times, share), 3)
  const ofRounds = program.rounds.map(
    (times, index) => percentile(times, 0.5) / percentile(bare.rounds[index] ?? [], 0.5),
  )
  const [ratioP50, ratioP99, ratioOfRounds] = [ratio(0.5), ratio(0.99), round(percentile(ofRounds, 0.5), 3)]
  return {
    row: { 'p50 ms': ratioP50, 'p99 ms': ratioP99, 'median of rounds': ratioOfRounds },
    figures: { ratioP50, ratioP99, ratioOfRounds },
  }
}
