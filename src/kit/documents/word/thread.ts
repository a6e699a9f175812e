import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bulkhead } from 'cockatiel'
import type { Log } from '../../application.ts'
import { ProviderError } from '../../errors.ts'
import type { Contents } from './contents.ts'
import { UnusableDocumentError } from './problem.ts'
import type { FilledDocument } from './template.ts'
import type { WorkerRequest, WorkerResponse } from './worker.ts'

/** A document of a thousand pages takes about 300 MB to read (MB). */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 640 }
/** A document that takes longer is unusable. One of a thousand pages takes four seconds (ms). */
const TIMEOUT_MS = 20_000

/** After which a document that found no time may find it (ms). */
const RETRY_AFTER_MS = 10_000

/** The thread ends after this long without a document, which returns its memory to the system (ms). */
const IDLE_MS = 5_000

/** Documents are read one after the other, so that their memory is needed once. */
const queue = bulkhead(1, Number.POSITIVE_INFINITY)
/** Of the documents that wait or are worked on; further ones are refused (bytes). */
const MAX_HELD_BYTES = 256 * 1024 * 1024

/** The context of work on a document. */
export interface ThreadContext {
  /** Aborts when the time of the request is used up: 503. */
  signal: AbortSignal
  log: Log
}

/** The text and HTML of a Word document. Throws UnusableDocumentError. */
export async function readContents(bytes: Uint8Array, context: ThreadContext): Promise<Contents> {
  const response = await run({ type: 'contents', bytes }, context)
  if (response.type !== 'contents') throw new TypeError(`unexpected response: ${response.type}`)
  for (const { fields, message } of response.warnings) context.log.warn(fields, message)
  return response.contents
}

/** The names of the placeholders in a Word document. Throws UnusableDocumentError. */
export async function readNames(bytes: Uint8Array, context: ThreadContext): Promise<string[]> {
  const response = await run({ type: 'names', bytes }, context)
  if (response.type !== 'names') throw new TypeError(`unexpected response: ${response.type}`)
  return response.names
}

/** A Word document with values in place of its placeholders, and the names of all. Throws UnusableDocumentError. */
export async function fill(
  bytes: Uint8Array,
  values: ReadonlyMap<string, string>,
  context: ThreadContext,
): Promise<FilledDocument> {
  const response = await run({ type: 'fill', bytes, values }, context)
  if (response.type !== 'filled') throw new TypeError(`unexpected response: ${response.type}`)
  return response.document
}

/** The size of the documents that wait or are worked on (bytes). */
let heldBytes = 0

/**
 * Works on a document in a thread of its own, because a document of some megabytes would block all other requests for
 * seconds, and one made for it would take all time and memory. Throws ProviderError if the time of the request ends, also
 * while the document waits for others, and if too many wait.
 */
async function run(request: WorkerRequest, context: ThreadContext): Promise<WorkerResponse> {
  const { signal } = context
  const { length } = request.bytes
  if (heldBytes + length > MAX_HELD_BYTES) throw tooMany()
  heldBytes += length
  const response = queue
    .execute(() => work(request, context))
    .finally(() => {
      heldBytes -= length
    })
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(outOfTime(signal.reason))
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([response, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function work(request: WorkerRequest, { signal, log }: ThreadContext): Promise<WorkerResponse> {
  if (signal.aborted) throw outOfTime(signal.reason)
  const response = await ask(request, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])).catch((error) => {
    if (signal.aborted) throw outOfTime(error)
    throw isTooExpensive(error) ? new UnusableDocumentError('too-large', { cause: error }) : error
  })
  if (response.type !== 'unusable') return response
  log.warn({ problem: response.problem, reason: response.message }, 'a document could not be read')
  throw new UnusableDocumentError(response.problem)
}

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Sends a request to the thread, which is started if there is none and stopped if it fails. */
async function ask(request: WorkerRequest, signal: AbortSignal): Promise<WorkerResponse> {
  clearTimeout(idle)
  worker ??= start()
  const thread = worker
  try {
    thread.ref()
    thread.postMessage(request)
    const [response] = await once(thread, 'message', { signal })
    return response
  } catch (error) {
    await stop()
    throw error
  } finally {
    thread.unref()
    idle = setTimeout(stop, IDLE_MS).unref()
  }
}

function start(): Worker {
  const started = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits: THREAD_MEMORY })
  // Without a listener an error would end the process.
  started.on('error', stop)
  started.unref()
  return started
}

async function stop(): Promise<void> {
  const stopped = worker
  worker = undefined
  await stopped?.terminate()
}

function outOfTime(cause: unknown): ProviderError {
  const detail = 'The document could not be read within the time limit of this request. Try again.'
  return new ProviderError(503, 'unavailable', detail, { cause, retryAfterMs: RETRY_AFTER_MS })
}

function tooMany(): ProviderError {
  const detail = 'The hub is reading too many documents at the moment. Try again.'
  return new ProviderError(429, 'rate-limited', detail, { retryAfterMs: RETRY_AFTER_MS })
}

/** Whether the thread had no memory or no time left. */
function isTooExpensive(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError'
}
