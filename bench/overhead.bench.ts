import { startProgram } from '../demo/program.ts'
import { startMailbox } from './gmail-world.ts'
import { percentile, report, rounded } from './report.ts'
import { KEY, SETTINGS } from './settings.ts'

const CALLS = 300
const WARM_UP = 30
/** Messages a page: as many as the hub has in flight at once, so that both sides wait for the vendor alike. */
const PAGE = 5
const LATENCY_MS = 10

/** What the hub adds to the vendor's time: a page of mail through it, and through a Koa with nothing around its route. */
export async function benchOverhead(): Promise<void> {
  const { google, connectedProvider } = await startMailbox(50, LATENCY_MS)
  const environment = { ...SETTINGS, ...google.environment, LOG_LEVEL: 'info' }
  const hub = await startProgram('src/main.ts', { environment })
  const bare = await startProgram('bench/bare-koa.ts', { environment })
  const body = JSON.stringify({ connectedProvider, filter: { limit: PAGE } })
  const times: Record<'hub' | 'bare', number[]> = { hub: [], bare: [] }
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const [hubMs, bareMs] = [await timeOf(hub.url, body), await timeOf(bare.url, body)]
    if (call < WARM_UP) continue
    times.hub.push(hubMs)
    times.bare.push(bareMs)
  }
  await Promise.all([hub.stop(), bare.stop(), google.stop()])
  show(times)
}

async function timeOf(url: string, body: string): Promise<number> {
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

function show({ hub, bare }: Record<'hub' | 'bare', number[]>): void {
  const row = (program: string, samples: number[]) => ({
    program,
    'p50 ms': rounded(percentile(samples, 0.5), 2),
    'p99 ms': rounded(percentile(samples, 0.99), 2),
  })
  const ratio = (share: number) => rounded(percentile(hub, share) / percentile(bare, share), 3)
  report(
    `Overhead: a page of ${PAGE} mails, ${1 + PAGE} vendor calls at ${LATENCY_MS} ms, ${CALLS} times each in turn`,
    [
      row('hub', hub),
      row('bare Koa, same library, same calls', bare),
      { program: 'ratio', 'p50 ms': ratio(0.5), 'p99 ms': ratio(0.99) },
    ],
    { benchmark: 'overhead', ratioP50: ratio(0.5), ratioP99: ratio(0.99) },
  )
}
