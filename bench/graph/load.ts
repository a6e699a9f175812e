import { Pool } from 'undici'
import { percentile } from '../report.ts'

/** A request that is sent again and again. */
export interface Request {
  url: string
  headers?: Record<string, string>
  body: unknown
}

export interface Load {
  /** Requests on their way at a time. */
  concurrency: number
  /** How long each of the servers is asked, all rounds together. */
  seconds: number
}

export interface Measured {
  p50: number
  p99: number
  perSecond: number
  /** Answered with an error: under load a server may refuse. */
  failed: number
}

const WARM_UP = 10
/** What is compared is asked in turn, so that a machine that others use too is as busy for one as for another. */
const ROUNDS = 5
const FEWEST_A_ROUND = 3

/** How long requests take (ms), and how many are answered in a second. */
export async function measureInTurn(requests: readonly Request[], load: Load): Promise<Measured[]> {
  const all = requests.map((request) => new Repeated(request, load.concurrency))
  for (const one of all) await one.warmUp()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of all) await one.run(load.seconds / ROUNDS)
  }
  return Promise.all(all.map((one) => one.end()))
}

class Repeated {
  readonly #request: Request
  readonly #sent: string
  readonly #pool: Pool
  readonly #concurrency: number
  readonly #times: number[] = []
  #seconds = 0
  #failed = 0

  constructor(request: Request, concurrency: number) {
    this.#request = request
    this.#sent = JSON.stringify(request.body)
    this.#pool = new Pool(new URL(request.url).origin, { connections: concurrency })
    this.#concurrency = concurrency
  }

  async warmUp(): Promise<void> {
    for (let at = 0; at < WARM_UP; at += 1) await this.#post()
  }

  async run(seconds: number): Promise<void> {
    const start = performance.now()
    const end = start + seconds * 1_000
    let answered = 0
    const repeat = async () => {
      while (performance.now() < end || answered < FEWEST_A_ROUND) {
        const began = performance.now()
        const isFine = await this.#post().then(
          () => true,
          () => false,
        )
        answered += 1
        if (isFine) this.#times.push(performance.now() - began)
        else this.#failed += 1
      }
    }
    await Promise.all(Array.from({ length: this.#concurrency }, repeat))
    this.#seconds += (performance.now() - start) / 1_000
  }

  async end(): Promise<Measured> {
    await this.#pool.close()
    const [p50, p99] = [percentile(this.#times, 0.5), percentile(this.#times, 0.99)]
    return { p50, p99, perSecond: this.#times.length / this.#seconds, failed: this.#failed }
  }

  #post(): Promise<string> {
    return post(this.#pool, this.#request, this.#sent)
  }
}

/** The answer's data. Throws when it is an error. */
export async function ask(request: Request): Promise<Record<string, unknown>> {
  const pool = new Pool(new URL(request.url).origin)
  const text = await post(pool, request, JSON.stringify(request.body))
  await pool.close()
  return JSON.parse(text).data
}

async function post(pool: Pool, { url, headers }: Request, sent: string): Promise<string> {
  const { statusCode, body } = await pool.request({
    path: new URL(url).pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  })
  const text = await body.text()
  if (statusCode === 200 && !text.includes('"errors":[')) return text
  throw new Error(`${url} answers ${statusCode}: ${text.slice(0, 500)}`)
}
