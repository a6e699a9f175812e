import { startProgram } from '../demo/program.ts'
import { startGmailMailbox } from './gmail-mailbox.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const ROUNDS = 20
const REQUESTS_PER_ROUND = 1_000
const CONCURRENT = 10
/** The first rounds compile code and fill caches. */
const WARM_UP_ROUNDS = 5
/** Growth per 1,000 requests that is no leak (MB): garbage that was not collected yet varies by some megabytes. */
const MAX_SLOPE_MB = 0.5

/** Measures how the memory of the hub grows with the number of requests: pages of mail, refusals, and open routes. */
export async function benchMemory(): Promise<void> {
  const { google, connectedProvider } = await startGmailMailbox(50, 0)
  const environment = { ...ENVIRONMENT, ...google.environment, LOG_LEVEL: 'info' }
  const hub = await startProgram('src/main.ts', { environment })
  const body = JSON.stringify({ connectedProvider, filter: { limit: 2 } })
  const sizes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbers = Array.from({ length: REQUESTS_PER_ROUND }, (_, index) => index).values()
    const work = async () => {
      for (const index of numbers) await sendOne(hub.url, body, round * REQUESTS_PER_ROUND + index)
    }
    await Promise.all(Array.from({ length: CONCURRENT }, work))
    google.ledger.clear()
    sizes.push(hub.readMemory().current)
  }
  const { max } = hub.readMemory()
  await Promise.all([hub.stop(), google.stop()])
  const slope = round(slopeOf(sizes.slice(WARM_UP_ROUNDS)), 3)
  report(
    `Memory of the hub over ${ROUNDS * REQUESTS_PER_ROUND} requests`,
    [
      { figure: 'growth per 1,000 requests after the warm-up, MB', measured: slope, limit: MAX_SLOPE_MB },
      { figure: 'RSS after the warm-up, MB', measured: round(sizes[WARM_UP_ROUNDS] ?? 0), limit: '' },
      { figure: 'RSS at the end, MB', measured: round(sizes.at(-1) ?? 0), limit: '' },
      { figure: 'peak RSS, MB', measured: round(max), limit: '' },
    ],
    { benchmark: 'memory', slopeMbPerThousand: slope, endMb: round(sizes.at(-1) ?? 0), peakMb: round(max) },
  )
}

/** Every second request reads mail; the others are refused or go to open routes, no two of them alike. */
async function sendOne(url: string, body: string, index: number): Promise<void> {
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  const kinds = [
    () => fetch(`${url}/sync/email`, { method: 'POST', headers, body }),
    () => fetch(`${url}/sync/email`, { method: 'POST', headers, body: `{"connectedProvider":${index}}` }),
    () => fetch(`${url}/sync/email`, { method: 'POST', headers, body }),
    () => fetch(`${url}/auth/connect?application=gmail&connectionId=c${index}`, { redirect: 'manual' }),
  ]
  const response = await (kinds[index % kinds.length] as () => Promise<Response>)()
  await response.text()
  if (response.status >= 500) throw new Error(`the hub responded with ${response.status}`)
}

/** The slope of the line that fits the values best (least squares), per step. */
function slopeOf(values: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const middle = (values.length - 1) / 2
  const covariance = mean(values.map((value, index) => (index - middle) * (value - mean(values))))
  return covariance / mean(values.map((_, index) => (index - middle) ** 2))
}
