import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { OversizedResponseError } from '../../src/kit/response-body.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** The options of a request that Google's library passes to `fetchImplementation`. */
export interface TransportOptions {
  method?: string
  headers: Headers
  body?: string | Uint8Array | Readable
  signal: AbortSignal
  /** Maximum size of the decompressed body (bytes). */
  size: number
  /** The way through a proxy. */
  agent?: NonNullable<RequestOptions['agent']>
}

/** A response that has been read. It has the members of a `Response` that Google's library uses. */
export class ReadResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly bodyUsed = true
  readonly #body: Buffer

  constructor({ statusCode = 0, statusMessage = '', headers }: IncomingMessage, body: Buffer) {
    this.status = statusCode
    this.statusText = statusMessage
    this.headers = toHeaders(headers)
    this.#body = body
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  async text(): Promise<string> {
    return this.#body.toString()
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#body
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  }
}

/**
 * Sends a request and reads the response, in place of the fetch of Google's library. That one passes each body through two
 * streams, which takes as long as everything else that a small request needs. Redirects are not followed. Rejects with
 * an OversizedResponseError, the reason of the signal, or an error of Node with a code.
 */
export async function sendRequest(url: URL, options: TransportOptions): Promise<ReadResponse> {
  const response = await receive(url, options)
  const isCompressed = /^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '')
  const body = await (isCompressed ? readCompressed(response, options.size) : readBytes(response, options.size))
  return new ReadResponse(response, body)
}

function receive(url: URL, { method = 'GET', headers, body, signal, agent }: TransportOptions) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const accept = { 'accept-encoding': 'gzip', ...Object.fromEntries(headers) }
    const request = send(url, { method, headers: accept, signal, ...omitUndefined({ agent }) }, resolve)
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    if (body instanceof Readable) pipeline(body, request, (error) => error && reject(error))
    else request.end(body)
  })
}

function readBytes(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) stream.destroy(new OversizedResponseError(maxBytes))
      else chunks.push(chunk)
    })
    stream.once('end', () => resolve(join(chunks)))
    stream.once('error', reject)
  })
}

/** Up to these sizes, compressed and not (bytes), a body is decompressed at once: a stream takes several times as long. */
const MAX_COMPRESSED_AT_ONCE = 64 * 1024
const MAX_AT_ONCE = 1024 * 1024
/** A body that ends early is decompressed as far as it goes, as browsers do. */
const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH }

async function readCompressed(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { bytes, isComplete } = await readStart(response, MAX_COMPRESSED_AT_ONCE)
  if (bytes.length === 0) return bytes
  if (isComplete) {
    try {
      return gunzipSync(bytes, { ...OPTIONS, maxOutputLength: Math.min(maxBytes, MAX_AT_ONCE) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
  }
  const stream = createGunzip(OPTIONS)
  const body = readBytes(stream, maxBytes)
  stream.write(bytes)
  if (isComplete) stream.end()
  // An error of either destroys the other, and rejects the body.
  else pipeline(response, stream, () => undefined)
  return body
}

/** Reads a body until it ends or has more than `bytes`; its rest remains to be read. */
function readStart(response: IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; isComplete: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (isComplete: boolean) => {
      // The listener of errors stays: one that comes before the rest is read must not go unhandled.
      response.off('data', append).off('end', end)
      resolve({ bytes: join(chunks), isComplete })
    }
    const append = (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes <= maxBytes) return
      response.pause()
      finish(false)
    }
    const end = () => finish(true)
    response.on('data', append).once('end', end).once('error', reject)
  })
}

function join(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value].flat()) if (item !== undefined) result.append(name, item)
  }
  return result
}
