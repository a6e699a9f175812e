import type { OperationResult } from './result.ts'
import type { Operation } from './transport.ts'

/** The platform's default limit for the operations of a batch. */
export const MAX_BATCH_SIZE = 20

export interface BatchOptions {
  signal?: AbortSignal | undefined
  /** If false, the operation is sent in a request of its own. */
  batch?: boolean | undefined
}

type Send = (operations: readonly Operation[], signal: AbortSignal) => Promise<OperationResult[]>

interface PendingOperation {
  operation: Operation
  resolve: (result: OperationResult) => void
  reject: (reason: unknown) => void
  isAborted: boolean
  onAbort?: () => void
}

/** Sends the operations that are enqueued in the same tick in one request. They may run in any order. */
export class BatchQueue {
  readonly #send: Send
  readonly #maxSize: number
  #waiting: PendingOperation[] = []

  constructor(send: Send, maxSize: number) {
    this.#send = send
    this.#maxSize = maxSize
  }

  enqueue(operation: Operation, { signal, batch = true }: BatchOptions = {}): Promise<OperationResult> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<OperationResult>()
    const pending: PendingOperation = { operation, resolve, reject, isAborted: false }
    const abort = () => {
      pending.isAborted = true
      reject(signal?.reason)
      pending.onAbort?.()
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (!batch) void this.#deliver([pending])
    else if (this.#waiting.push(pending) === 1) queueMicrotask(() => this.#flush())
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #flush(): void {
    const waiting = this.#waiting.filter(({ isAborted }) => !isAborted)
    this.#waiting = []
    for (let start = 0; start < waiting.length; start += this.#maxSize) {
      void this.#deliver(waiting.slice(start, start + this.#maxSize))
    }
  }

  /** The request is aborted when all of its operations are. */
  async #deliver(operations: readonly PendingOperation[]): Promise<void> {
    const controller = new AbortController()
    const abortIfUnused = () => {
      if (operations.every(({ isAborted }) => isAborted)) controller.abort()
    }
    for (const pending of operations) pending.onAbort = abortIfUnused
    abortIfUnused()
    try {
      const results = await this.#send(
        operations.map(({ operation }) => operation),
        controller.signal,
      )
      if (operations.length > 1 && results.every(exceedsBatchLimit)) return await this.#deliverHalves(operations)
      for (const [index, pending] of operations.entries()) pending.resolve(results[index] as OperationResult)
    } catch (error) {
      for (const pending of operations) pending.reject(error)
    }
  }

  /** Splits a batch that exceeds the platform's own limit. The platform has executed nothing of it. */
  async #deliverHalves(operations: readonly PendingOperation[]): Promise<void> {
    const half = Math.ceil(operations.length / 2)
    await this.#deliver(operations.slice(0, half))
    await this.#deliver(operations.slice(half))
  }
}

function exceedsBatchLimit({ errors }: OperationResult): boolean {
  return errors.some(({ code }) => code === 'BATCH_LIMIT_EXCEEDED')
}
