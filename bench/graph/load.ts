import { Pool } from 'undici'
import { percentile } from '../report.ts'

/** A request that is sent repeatedly. */
export interface Request {
  url: string
  headers?: Record<string, string>
  body: unknown
}

export interface Load {
  /** Requests in flight at the same time. */
  concurrency: number
  /** How long each server is measured, over all rounds. */
  seconds: number
}

export interface Measurement {
  p50: number
  p99: number
  perSecond: number
  /** Requests that failed: under load a server may reject some. */
  failed: number
}

const WARM_UP_REQUESTS = 10
/** The servers are measured alternately, so that other load on the machine affects all of them equally. */
const ROUNDS = 5
const MIN_REQUESTS_PER_ROUND = 3

/** Measures how long requests take (ms), and the number of responses per second. */
export async function measureInTurn(requests: readonly Request[], load: Load): Promise<Measurement[]> {
  const generators = requests.map((request) => new LoadGenerator(request, load.concurrency))
  for (const generator of generators) await generator.warmUp()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const generator of generators) await generator.run(load.seconds / ROUNDS)
  }
  return Promise.all(generators.map((generator) => generator.end()))
}

class LoadGenerator {
  readonly #request: Request
  readonly #body: string
  readonly #pool: Pool
  readonly #concurrency: number
  readonly #times: number[] = []
  #seconds = 0
  #failed = 0

  constructor(request: Request, concurrency: number) {
    this.#request = request
    this.#body = JSON.stringify(request.body)
    this.#pool = new Pool(new URL(request.url).origin, { connections: concurrency })
    this.#concurrency = concurrency
  }

  async warmUp(): Promise<void> {
    for (let request = 0; request < WARM_UP_REQUESTS; request += 1) await this.#post()
  }

  async run(seconds: number): Promise<void> {
    const start = performance.now()
    const end = start + seconds * 1_000
    let completed = 0
    const repeat = async () => {
      while (performance.now() < end || completed < MIN_REQUESTS_PER_ROUND) {
        const requestStart = performance.now()
        const succeeded = await this.#post().then(
          () => true,
          () => false,
        )
        completed += 1
        if (succeeded) this.#times.push(performance.now() - requestStart)
        else this.#failed += 1
      }
    }
    await Promise.all(Array.from({ length: this.#concurrency }, repeat))
    this.#seconds += (performance.now() - start) / 1_000
  }

  async end(): Promise<Measurement> {
    await this.#pool.close()
    const [p50, p99] = [percentile(this.#times, 0.5), percentile(this.#times, 0.99)]
    return { p50, p99, perSecond: this.#times.length / this.#seconds, failed: this.#failed }
  }

  #post(): Promise<string> {
    return post(this.#pool, this.#request, this.#body)
  }
}

/** Sends a request once and returns the response's data. Throws if it failed. */
export async function execute(request: Request): Promise<Record<string, unknown>> {
  const pool = new Pool(new URL(request.url).origin)
  const text = await post(pool, request, JSON.stringify(request.body))
  await pool.close()
  return JSON.parse(text).data
}

async function post(pool: Pool, { url, headers }: Request, requestBody: string): Promise<string> {
  const { statusCode, body } = await pool.request({
    path: new URL(url).pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: requestBody,
  })
  const text = await body.text()
  if (statusCode === 200 && !text.includes('"errors":[')) return text
  throw new Error(`${url} answers ${statusCode}: ${text.slice(0, 500)}`)
}
