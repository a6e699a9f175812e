import type { Answer } from './answer.ts'
import type { Operation } from './transport.ts'

/** What a batch holds at most on the platform as it comes. */
export const MOST_IN_BATCH = 20

export interface AskOptions {
  signal?: AbortSignal | undefined
  /** False: goes in a request of its own, so that it waits for nobody and nobody for it. */
  batch?: boolean | undefined
}

type Send = (operations: readonly Operation[], signal: AbortSignal) => Promise<Answer[]>

interface Wish {
  operation: Operation
  /** Once more does nothing. */
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
  isAborted: boolean
  onAbort?: () => void
}

/** Brings together what is asked in the same tick. What is asked together has no order among itself. */
export class Batches {
  readonly #send: Send
  readonly #most: number
  #waiting: Wish[] = []

  constructor(send: Send, most: number) {
    this.#send = send
    this.#most = most
  }

  ask(operation: Operation, { signal, batch = true }: AskOptions = {}): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const wish: Wish = { operation, resolve, reject, isAborted: false }
    const abort = () => {
      wish.isAborted = true
      reject(signal?.reason)
      wish.onAbort?.()
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (!batch) void this.#deliver([wish])
    else if (this.#waiting.push(wish) === 1) queueMicrotask(() => this.#flush())
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #flush(): void {
    const waiting = this.#waiting.filter(({ isAborted }) => !isAborted)
    this.#waiting = []
    for (let at = 0; at < waiting.length; at += this.#most) void this.#deliver(waiting.slice(at, at + this.#most))
  }

  /** The request is given up when nobody waits for it any more. */
  async #deliver(wishes: readonly Wish[]): Promise<void> {
    const controller = new AbortController()
    const giveUp = () => {
      if (wishes.every(({ isAborted }) => isAborted)) controller.abort()
    }
    for (const wish of wishes) wish.onAbort = giveUp
    giveUp()
    try {
      const answers = await this.#send(
        wishes.map(({ operation }) => operation),
        controller.signal,
      )
      if (wishes.length > 1 && answers.every(isTooMuch)) return await this.#deliverHalves(wishes)
      for (const [index, wish] of wishes.entries()) wish.resolve(answers[index] as Answer)
    } catch (error) {
      for (const wish of wishes) wish.reject(error)
    }
  }

  /** A platform may allow less in a batch than was put into it. It has done nothing of it then. */
  async #deliverHalves(wishes: readonly Wish[]): Promise<void> {
    const half = Math.ceil(wishes.length / 2)
    await this.#deliver(wishes.slice(0, half))
    await this.#deliver(wishes.slice(half))
  }
}

function isTooMuch({ errors }: Answer): boolean {
  return errors.some(({ code }) => code === 'BATCH_LIMIT_EXCEEDED')
}
