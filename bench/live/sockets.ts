import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Subscriber } from './audience.ts'
import { type Commits, monotonicMs } from './messages.ts'

const QUERY = `subscription Follow($input: BlockChangedInput) {
  blockChanged(input: $input) {
    sequence eventType _id blockType date
    block { _id title dateUpdated access sharingTags { tagId } }
  }
}`

/** Sockets that are opened at the same time. */
const CONCURRENCY = 20

/** The delays of the changes, and whether each has reached everybody whom it concerns, once. */
export interface Outcome {
  /** From the commit of each change until the first and the last of those concerned have received it (ms), if any has. */
  first: (number | undefined)[]
  last: (number | undefined)[]
  /** Numbers of events. */
  expected: number
  received: number
  missing: number
  doubled: number
  /** Events for sockets that are not concerned, other messages, and sockets that were closed. */
  unexpected: number
}

/** Open sockets with one subscription each, and when their events arrived. */
export class Sockets {
  readonly #url: string
  readonly #tokens: ReadonlyMap<string, string>
  readonly #changes: number
  readonly #firstDate: number
  readonly #open: WebSocket[] = []
  readonly #subscribers: Subscriber[] = []
  /** How often each socket has received each change. */
  #counts = new Uint8Array()
  /** When each change first and last arrived (monotonic ms). */
  readonly #first: Float64Array
  readonly #last: Float64Array
  #unexpected = 0
  #isClosing = false

  constructor(url: string, tokens: ReadonlyMap<string, string>, { changes, firstDate } = { changes: 0, firstDate: 0 }) {
    this.#url = url
    this.#tokens = tokens
    this.#changes = changes
    this.#firstDate = firstDate
    this.#first = new Float64Array(changes)
    this.#last = new Float64Array(changes)
  }

  async open(subscribers: readonly Subscriber[]): Promise<void> {
    this.#subscribers.push(...subscribers)
    this.#counts = new Uint8Array(subscribers.length * this.#changes)
    const waiting = subscribers.entries()
    const openNext = async () => {
      for (const [index, subscriber] of waiting) await this.#subscribe(index, subscriber)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, openNext))
  }

  close(): void {
    this.#isClosing = true
    for (const socket of this.#open) socket.terminate()
  }

  /** `blockOf` returns the block of a change. */
  compare(commits: Commits, blockOf: (change: number) => string): Outcome {
    const outcome: Outcome = {
      first: [],
      last: [],
      expected: 0,
      received: 0,
      missing: 0,
      doubled: 0,
      unexpected: this.#unexpected,
    }
    for (const [change, commit] of commits.entries()) {
      if (!commit) continue
      const block = blockOf(change)
      for (const [socket, { isConcerned }] of this.#subscribers.entries()) {
        const count = this.#counts[socket * this.#changes + change] ?? 0
        outcome.received += count
        if (!isConcerned(block)) {
          outcome.unexpected += count
          continue
        }
        outcome.expected += 1
        if (count === 0) outcome.missing += 1
        outcome.doubled += Math.max(0, count - 1)
      }
      const [first, last] = [this.#first[change], this.#last[change]]
      if (!first || !last) continue
      outcome.first[change] = first - commit.sent
      outcome.last[change] = last - commit.sent
    }
    return outcome
  }

  async #subscribe(index: number, { email, input }: Subscriber): Promise<void> {
    const socket = new WebSocket(this.#url, 'graphql-transport-ws', {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    this.#open.push(socket)
    await once(socket, 'open')
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${this.#tokens.get(email)}` } }),
    )
    await once(socket, 'message')
    socket.on('message', (data: Buffer) => this.#receive(index, data))
    socket.on('close', () => {
      if (!this.#isClosing) this.#unexpected += 1
    })
    socket.send(JSON.stringify({ id: `${index}`, type: 'subscribe', payload: { query: QUERY, variables: { input } } }))
  }

  #receive(socket: number, data: Buffer): void {
    const change = toDate(data) - this.#firstDate
    if (!(change >= 0 && change < this.#changes)) {
      this.#unexpected += 1
      return
    }
    const now = monotonicMs()
    const index = socket * this.#changes + change
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#first[change] ||= now
    this.#last[change] = now
  }
}

const DATE = Buffer.from('"date":')

/** The date of an event. The rest is not parsed, because the clients share the cores with what is measured. */
function toDate(data: Buffer): number {
  const start = data.indexOf(DATE)
  return start < 0
    ? Number.NaN
    : Number.parseInt(data.toString('latin1', start + DATE.length, start + DATE.length + 16), 10)
}
