import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** A request to the provider. An object is sent as JSON; a text or bytes as they are. */
export interface ProviderRequest {
  method?: string
  path: string
  body?: unknown
  /** The platform key is sent unless there is another value: a key, or null for none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body if it is JSON, else undefined. */
  json: Json
}

/** Whatever a provider sends: rules check it before they rely on its form. */
export type Json = ReturnType<typeof JSON.parse>

/** What was sent and what came back. */
export interface Exchange {
  method: string
  path: string
  /** The body as it was sent, without its end if it is long. */
  sent: string
  reply: Reply
}

/** Thrown when there is no response. */
export class NoReplyError extends Error {}

/** Longer bodies of responses are not read (bytes). */
const MAX_REPLY_BYTES = 64 * 1024 * 1024
/** A longer body is recorded without its end (characters). */
const MAX_RECORDED_LENGTH = 20_000

/** Sends requests as the platform does, and never follows redirects. */
export class Client {
  readonly #url: string
  readonly #key: string | undefined
  readonly #timeoutMs: number
  readonly #agent: HttpAgent

  constructor({ url, key, timeoutMs }: { url: string; key: string | undefined; timeoutMs: number }) {
    this.#url = url.replace(/\/+$/, '')
    this.#key = key
    this.#timeoutMs = timeoutMs
    this.#agent = url.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Rejects with NoReplyError if the provider does not respond. */
  async send({ method = 'POST', path, body, key = this.#key, headers = {} }: ProviderRequest): Promise<Exchange> {
    const bytes = toBytes(body)
    const allHeaders = omitUndefined({
      Authorization: key === null || key === undefined ? undefined : `Bearer ${key}`,
      'Content-Type': bytes && 'application/json',
      'Content-Length': bytes && String(bytes.length),
      Accept: 'application/json, application/problem+json',
      ...headers,
    })
    const reply = await this.#request(method, path, allHeaders as Record<string, string>, bytes)
    return { method, path, sent: recorded(bytes), reply }
  }

  async #request(
    method: string,
    path: string,
    headers: Record<string, string>,
    bytes: Buffer | undefined,
  ): Promise<Reply> {
    const url = `${this.#url}${path}`
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const open = url.startsWith('https:') ? requestHttps : requestHttp
      const options = { method, headers, agent: this.#agent, signal: AbortSignal.timeout(this.#timeoutMs) }
      const outgoing = open(url, options, resolve)
      // A provider that refuses a large body may close the connection after its response.
      outgoing.on('error', (error) => reject(new NoReplyError(describe(error, this.#timeoutMs))))
      outgoing.end(bytes)
    })
    const text = await readText(message)
    return { status: message.statusCode ?? 0, headers: message.headers, text, json: parse(text) }
  }
}

function describe(error: Error & { code?: string }, timeoutMs: number): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no response within ${timeoutMs / 1000} s`
  return `no response: ${error.code ?? error.message}`
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of message) {
      size += chunk.length
      if (size > MAX_REPLY_BYTES) throw new NoReplyError(`the response has more than ${MAX_REPLY_BYTES} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof NoReplyError) throw error
    throw new NoReplyError(`the response ended early: ${(error as Error).message}`)
  }
  return Buffer.concat(chunks).toString()
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function recorded(bytes: Buffer | undefined): string {
  if (!bytes) return ''
  const text = bytes.subarray(0, MAX_RECORDED_LENGTH).toString()
  return bytes.length > MAX_RECORDED_LENGTH ? `${text}… (${bytes.length} bytes)` : text
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
