import { Pool } from 'undici'
import { percentile } from '../report.ts'
import type { BenchmarkMutation, Change } from './mutations.ts'

/** Sends a change to one of the servers. Returns the data of its response; throws if it failed. */
export type Send = (change: Change) => Promise<Record<string, unknown>>

export interface Times {
  p50: number
  p99: number
}

/** The changes of a mutation for one server, which changes other blocks than the other server does. */
export class Changes {
  readonly #mutation: BenchmarkMutation
  readonly #targets: BenchmarkMutation['targets']
  #count = 0

  constructor(mutation: BenchmarkMutation, half: 0 | 1) {
    this.#mutation = mutation
    this.#targets = mutation.targets.filter((_, index) => index % 2 === half)
    if (this.#targets.length === 0) throw new Error(`${mutation.name}: the graph has no block to change`)
  }

  next(): Change {
    const index = this.#count % this.#targets.length
    const turn = Math.floor(this.#count / this.#targets.length)
    this.#count += 1
    return this.#mutation.change(this.#targets[index] as BenchmarkMutation['targets'][number], turn)
  }
}

export const sendToPlatform =
  (url: string, token: string): Send =>
  ({ platform }) =>
    post(`${url}/api/v1/graph`, platform, { authorization: `Bearer ${token}` })

export const sendToPlain =
  (url: string): Send =>
  ({ plain }) =>
    post(url, plain)

/** Measures both servers one change at a time and in turn, so that other load affects them equally (ms). */
export async function measureInTurn(
  servers: readonly { send: Send; changes: Changes }[],
  { seconds, warmUp }: { seconds: number; warmUp: number },
): Promise<Times[]> {
  const times = servers.map((): number[] => [])
  for (let round = 0; round < warmUp; round += 1) {
    for (const { send, changes } of servers) await send(changes.next())
  }
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    for (const [index, { send, changes }] of servers.entries()) {
      const change = changes.next()
      const start = performance.now()
      await send(change)
      times[index]?.push(performance.now() - start)
    }
  }
  return times.map((samples) => ({ p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) }))
}

const pools = new Map<string, Pool>()

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { origin, pathname: path } = new URL(url)
  const pool = pools.get(origin) ?? new Pool(origin, { connections: 1 })
  pools.set(origin, pool)
  const response = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode === 200 && !text.includes('"errors":[')) return JSON.parse(text).data
  throw new Error(`${url} answers ${response.statusCode}: ${text.slice(0, 500)}`)
}

export async function closeConnections(): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.close()))
  pools.clear()
}
