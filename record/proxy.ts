import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../src/runtime/omit.ts'
import { Scrubber } from './scrub.ts'

/** The origins of a vendor's paths. The first matching prefix wins. */
export type Upstreams = readonly (readonly [prefix: string, origin: string])[]

/** A recorded request and response in nock's format. */
export interface RecordedExchange {
  scope: string
  method: string
  path: string
  status: number
  response: unknown
}

/** Headers that apply to one connection only, or that the hub's client negotiates with this proxy. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'])

/**
 * A proxy between the hub and a vendor that forwards all requests and records the scrubbed responses. It redirects to the
 * authorization page, because users sign in there and none of it may be recorded.
 */
export class RecordingProxy {
  readonly definitions: RecordedExchange[] = []
  readonly #scrubber = new Scrubber()
  readonly #upstreams: Upstreams
  readonly #authorize: string
  readonly #server: Server
  /** The tenant's origin, for a vendor with one host per tenant. */
  #instance: string | undefined
  #origin = ''

  constructor(upstreams: Upstreams, authorizePath: string) {
    this.#upstreams = upstreams
    this.#authorize = authorizePath
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
    const vendorResponse = await fetch(`${origin}${path}`, { ...(await toInit(request)), redirect: 'manual' })
    const body = this.#replaceInstanceUrl(Buffer.from(await vendorResponse.arrayBuffer()))
    this.#record(request.method ?? 'GET', path, vendorResponse.status, body)
    const type = vendorResponse.headers.get('content-type')
    response.writeHead(vendorResponse.status, type ? { 'Content-Type': type } : {}).end(body)
  }

  /** Replaces the tenant's origin in a token response with the proxy's, so that later requests are recorded, too. */
  #replaceInstanceUrl(body: Buffer): Buffer {
    const text = body.toString()
    const [, instance] = /"instance_url"\s*:\s*"(https?:\/\/[^"/]+)"/.exec(text) ?? []
    if (!instance) return body
    this.#instance = instance
    return Buffer.from(text.replaceAll(instance, this.#origin))
  }

  #record(method: string, path: string, status: number, body: Buffer): void {
    this.definitions.push({
      scope: 'http://vendor.example',
      method,
      path: this.#scrubber.path(path),
      status,
      response: this.#scrubber.value(parse(body)),
    })
  }
}

async function toInit(request: IncomingMessage): Promise<RequestInit> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)) as [string, string][]
  return omitUndefined({
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
  })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body.length > 0 ? '(not JSON)' : ''
  }
}
