import { startProgram } from '../demo/program.ts'
import { startGmailMailbox } from './gmail-mailbox.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const CALLS = 300
const WARM_UP = 30
/** Messages per page: the hub's maximum in flight, so that both programs wait equally long for the vendor. */
const PAGE = 5
const LATENCY_MS = 10

/** Measures the time that the hub adds to the vendor's: a page of messages through the hub and through a bare Koa. */
export async function benchOverhead(): Promise<void> {
  const { google, connectedProvider } = await startGmailMailbox(50, LATENCY_MS)
  const environment = { ...ENVIRONMENT, ...google.environment, LOG_LEVEL: 'info' }
  const hub = await startProgram('src/main.ts', { environment })
  const bare = await startProgram('bench/baseline/koa.ts', { environment })
  const body = JSON.stringify({ connectedProvider, filter: { limit: PAGE } })
  const times: Record<'hub' | 'bare', number[]> = { hub: [], bare: [] }
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const [hubMs, bareMs] = [await measureRequest(hub.url, body), await measureRequest(bare.url, body)]
    if (call < WARM_UP) continue
    times.hub.push(hubMs)
    times.bare.push(bareMs)
  }
  await Promise.all([hub.stop(), bare.stop(), google.stop()])
  reportTimes(times)
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

function reportTimes({ hub, bare }: Record<'hub' | 'bare', number[]>): void {
  const row = (program: string, samples: number[]) => ({
    program,
    'p50 ms': round(percentile(samples, 0.5), 2),
    'p99 ms': round(percentile(samples, 0.99), 2),
  })
  const ratio = (share: number) => round(percentile(hub, share) / percentile(bare, share), 3)
  report(
    `Overhead: a page of ${PAGE} messages, ${1 + PAGE} vendor calls of ${LATENCY_MS} ms, ${CALLS} times each`,
    [
      row('hub', hub),
      row('bare Koa, same library, same calls', bare),
      { program: 'ratio', 'p50 ms': ratio(0.5), 'p99 ms': ratio(0.99) },
    ],
    { benchmark: 'overhead', ratioP50: ratio(0.5), ratioP99: ratio(0.99) },
  )
}
