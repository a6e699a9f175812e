import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../src/runtime/omit.ts'

/** The origins of a vendor's paths. The first matching prefix wins. Without an origin it is the tenant's. */
export type Upstreams = readonly (readonly [prefix: string, origin?: string | undefined])[]

/** A request of the hub and the vendor's response, as they were sent. Names of headers are in lower case. */
export interface Exchange {
  method: string
  /** With the query. */
  path: string
  requestHeaders: Readonly<Record<string, string>>
  requestBody: Buffer
  status: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody: Buffer
}

/** Headers that apply to one connection only, or that the hub's client negotiates with this proxy. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'])
/** Headers that describe the body as the vendor sent it: `fetch` has already decoded it. */
const OF_TRANSFER = new Set([...HOP_BY_HOP, 'content-encoding', 'keep-alive'])

/**
 * A proxy between the hub and a vendor that forwards all requests and reports each with its response. It redirects to the
 * authorization page, because users sign in there and none of it may be recorded.
 */
export class RecordingProxy {
  readonly #upstreams: Upstreams
  readonly #authorize: string
  readonly #onExchange: (exchange: Exchange) => void
  readonly #server: Server
  /** The tenant's origin, for a vendor with one host per tenant. */
  #instance: string | undefined
  #origin = ''

  constructor(upstreams: Upstreams, authorizePath: string, onExchange: (exchange: Exchange) => void) {
    this.#upstreams = upstreams
    this.#authorize = authorizePath
    this.#onExchange = onExchange
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: Error) => {
        response
          .writeHead(502, { 'Content-Type': 'text/plain' })
          .end(`The vendor could not be reached: ${error.message}`)
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this.#origin
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const [, upstream] = this.#upstreams.find(([prefix]) => path.startsWith(prefix)) ?? []
    const origin = upstream ?? this.#instance
    if (!origin) throw new Error(`No upstream is known for ${new URL(path, 'http://x').pathname}`)
    if (new URL(path, this.#origin).pathname.endsWith(this.#authorize)) {
      response.writeHead(302, { Location: `${origin}${path}` }).end()
      return
    }
    const requestHeaders = omitHeaders(Object.entries(request.headers) as [string, string][], HOP_BY_HOP)
    const requestBody = await readBody(request)
    const init = omitUndefined({
      method: request.method ?? 'GET',
      headers: requestHeaders,
      redirect: 'manual' as const,
      body: requestBody.length > 0 ? new Uint8Array(requestBody) : undefined,
    })
    const vendorResponse = await fetch(`${origin}${path}`, init)
    const responseHeaders = omitHeaders([...vendorResponse.headers], OF_TRANSFER)
    const responseBody = this.#replaceInstanceUrl(Buffer.from(await vendorResponse.arrayBuffer()))
    const { status } = vendorResponse
    this.#onExchange({
      method: request.method ?? 'GET',
      path,
      requestHeaders,
      requestBody,
      status,
      responseHeaders,
      responseBody,
    })
    response.writeHead(status, responseHeaders).end(responseBody)
  }

  /**
   * Replaces the tenant's origin in a token response with the proxy's, so that the hub accepts it and later requests are
   * recorded, too. Some vendors escape the slashes of JSON.
   */
  #replaceInstanceUrl(body: Buffer): Buffer {
    const text = body.toString()
    const [, escaped] = /"instance_url"\s*:\s*"(https?:(?:\\?\/){2}[^"/\\]+)/.exec(text) ?? []
    if (!escaped) return body
    this.#instance = escaped.replaceAll('\\', '')
    return Buffer.from(text.replaceAll(escaped, this.#origin).replaceAll(this.#instance, this.#origin))
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function omitHeaders(headers: readonly [string, string][], dropped: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !dropped.has(name)))
}
