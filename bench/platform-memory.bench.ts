import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startApi } from '../test/platform/graph/api.ts'
import { KEY } from '../test/platform/graph/provider.ts'
import { report, round } from './report.ts'

const REQUESTS = 20_000
const SAMPLES = 20
const CONCURRENCY = 20
const MB = 2 ** 20

/** Measures how the memory of the platform grows over many requests of all kinds, odd ones included. */
export async function benchPlatformMemory(): Promise<void> {
  const api = await startApi({ LOG_LEVEL: 'fatal' })
  const token = await api.issuer.token('ada@acme.example')
  const graph = (query: string, authorization: string) =>
    api.post('/api/v1/graph', { query }, { Authorization: authorization })
  const requests: ((index: number) => Promise<Response>)[] = [
    () => graph('{ tenant { _id email } }', `Bearer ${token}`),
    (index) => graph(`{ tenant { alias${index}: _id } }`, `Bearer ${token}`),
    (index) => graph('{ tenant { _id } }', `Bearer forged-${index}`),
    (index) => fetch(`${api.url}/api/v1/odd-${index}?x=${index}`),
    () => fetch(`${api.url}/api/v1/ready`),
    (index) =>
      api.post('/api/v1/connections/registration', { connectionId: `${index}` }, { Authorization: `Bearer ${KEY}` }),
  ]
  const samples: { requests: number; heap: number; rss: number }[] = []
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    if (sample > 0) await sendAll(requests, ((sample - 1) * REQUESTS) / SAMPLES)
    collectGarbage()
    const { heapUsed, rss } = process.memoryUsage()
    samples.push({ requests: (sample * REQUESTS) / SAMPLES, heap: heapUsed, rss })
  }
  await api.stop()
  // Caches fill in the first half.
  const second = samples.slice(SAMPLES / 2)
  const figures = {
    requests: REQUESTS,
    'heap at first MB': round((samples[0]?.heap ?? 0) / MB),
    'heap at half MB': round((second[0]?.heap ?? 0) / MB),
    'heap at last MB': round((samples.at(-1)?.heap ?? 0) / MB),
    'slope of the second half, bytes/request': round(slope(second), 0),
    'rss at half MB': round((second[0]?.rss ?? 0) / MB),
    'rss at last MB': round((samples.at(-1)?.rss ?? 0) / MB),
  }
  report('Memory of the platform, its provider and its clients, in one process', [figures], {
    benchmark: 'platform memory',
    ...figures,
  })
}

async function sendAll(requests: readonly ((index: number) => Promise<Response>)[], first: number): Promise<void> {
  let next = first
  const end = first + REQUESTS / SAMPLES
  const send = async () => {
    for (; next < end; ) {
      const index = next
      next += 1
      const response = await requests[index % requests.length]?.(index)
      await response?.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** Least squares, in bytes per request. */
function slope(samples: readonly { requests: number; heap: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(samples.map(({ requests }) => requests))
  const y = mean(samples.map(({ heap }) => heap))
  const covariance = samples.reduce((sum, { requests, heap }) => sum + (requests - x) * (heap - y), 0)
  return covariance / samples.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0)
}
