import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bulkhead } from 'cockatiel'
import type { TSchema } from '../../contract/index.ts'
import * as contract from '../../contract/index.ts'
import { ProviderError, ValidationError } from '../../kit/errors.ts'
import { JsonError, MAX_VALUES } from '../../runtime/json-scan.ts'
import { tooManyRequests } from '../body-memory.ts'
import { addPiece } from './pieces.ts'
import type { WorkerRequest, WorkerResponse } from './worker.ts'

/** Memory of the worker thread: an ordinary body of 50 MB takes about 250 MB, one of the shortest cells 400 MB (MB). */
const WORKER_MEMORY = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 16 }
/** A body that takes longer is refused. Ordinary ones of 50 MB take a second or two (ms). */
const TIMEOUT_MS = 20_000
/** Values of large bodies that are held at the same time. A value takes 10 to 60 bytes. */
const MAX_VALUES_IN_FLIGHT = MAX_VALUES
/** The worker ends after this long without a body, which returns its memory to the system (ms). */
const IDLE_MS = 5_000

/** A valid body. `release` tells that it is no longer held. */
export interface LargeBody {
  value: unknown
  release: () => void
}

/**
 * Parses and validates large bodies in a worker thread, one at a time, so that the memory that this takes is needed once.
 * Other requests are answered meanwhile.
 */
export class LargeBodyReader {
  readonly #queue = bulkhead(1, Number.POSITIVE_INFINITY)
  #values = 0
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** Returns the value that `schema` describes. Takes the bytes away. Throws JsonError, ValidationError, a 413 or a 503. */
  read(bytes: Uint8Array, schema: TSchema): Promise<LargeBody> {
    return this.#queue.execute(() => this.#read(bytes, schema))
  }

  async #read(bytes: Uint8Array, schema: TSchema): Promise<LargeBody> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const ask = async (request: WorkerRequest): Promise<WorkerResponse> => {
      worker.postMessage(request, request.type === 'read' ? [request.bytes.buffer as ArrayBuffer] : [])
      const [response] = await once(worker, 'message', { signal })
      return response
    }
    try {
      return await this.#receive(await ask({ type: 'read', bytes, schema: nameOf(schema) }), () =>
        ask({ type: 'next' }),
      )
    } catch (error) {
      if (error instanceof ProviderError || error instanceof JsonError) throw error
      await this.#stop()
      throw isTooExpensive(error) ? tooExpensive(error) : error
    } finally {
      this.#idle = setTimeout(() => this.#stop(), IDLE_MS).unref()
    }
  }

  async #receive(first: WorkerResponse, next: () => Promise<WorkerResponse>): Promise<LargeBody> {
    if (first.type === 'malformed') throw new JsonError(first.message)
    if (first.type === 'invalid') throw new ValidationError(first.message, first.errors)
    const release = this.#hold(first.type === 'valid' ? first.values : 0)
    const holder = { root: undefined as unknown }
    try {
      for (let response = await next(); response.type === 'piece'; response = await next()) {
        addPiece(holder, response.piece)
      }
      return { value: holder.root, release }
    } catch (error) {
      release()
      throw error
    }
  }

  #hold(values: number): () => void {
    if (this.#values + values > MAX_VALUES_IN_FLIGHT) throw tooManyRequests()
    this.#values += values
    return () => {
      this.#values -= values
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits: WORKER_MEMORY })
    // The next body gets another worker. Without a listener the error would end the process.
    worker.on('error', () => this.#stop())
    worker.unref()
    this.#worker = worker
    return worker
  }

  async #stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

/** Whether the worker had no memory or no time left. */
function isTooExpensive(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError'
}

function tooExpensive(cause: unknown): ProviderError {
  const message = 'The body takes too much memory or time to be read. Send fewer values at once.'
  return new ProviderError(413, 'payload-too-large', message, { cause })
}

const NAMES = new Map<unknown, string>(Object.entries(contract).map(([name, schema]) => [schema, name]))

/** Schemas are not sent between threads, only their names. */
function nameOf(schema: TSchema): string {
  const name = NAMES.get(schema)
  if (name === undefined) throw new Error('the schema of a request is not part of the contract')
  return name
}
