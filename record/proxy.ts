import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Scrubber } from './scrub.ts'

/** Where a vendor's paths live when they are not all at one origin. The first prefix that fits wins. */
export type Upstreams = readonly (readonly [prefix: string, origin: string])[]

/** One exchange, as nock reads it. */
export interface Definition {
  scope: string
  method: string
  path: string
  status: number
  response: unknown
}

/** Headers that belong to one connection, or to what the hub's client negotiated with this proxy. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'])

/**
 * Stands between the hub and a vendor: hands every request on and keeps what came back, scrubbed. The authorization page
 * is a redirect, because a person signs in there and nothing of it belongs into a recording.
 */
export class RecordingProxy {
  readonly definitions: Definition[] = []
  readonly #scrubber = new Scrubber()
  readonly #upstreams: Upstreams
  readonly #authorize: string
  readonly #server: Server
  /** Where a vendor with a host per tenant said that this tenant lives. */
  #instance: string | undefined
  #origin = ''

  constructor(upstreams: Upstreams, authorizePath: string) {
    this.#upstreams = upstreams
    this.#authorize = authorizePath
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: Error) => {
        response
          .writeHead(502, { 'Content-Type': 'text/plain' })
          .end(`the vendor could not be reached: ${error.message}`)
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
    const [, named] = this.#upstreams.find(([prefix]) => path.startsWith(prefix)) ?? []
    const origin = named ?? this.#instance
    if (!origin) throw new Error(`no host is known for ${new URL(path, 'http://x').pathname}`)
    if (new URL(path, this.#origin).pathname.endsWith(this.#authorize)) {
      response.writeHead(302, { Location: `${origin}${path}` }).end()
      return
    }
    const answer = await fetch(`${origin}${path}`, { ...(await toInit(request)), redirect: 'manual' })
    const body = this.#keepHere(Buffer.from(await answer.arrayBuffer()))
    this.#keep(request.method ?? 'GET', path, answer.status, body)
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type ? { 'Content-Type': type } : {}).end(body)
  }

  /** A vendor that sends its callers on to a host of the tenant must send them here, or they would be gone. */
  #keepHere(body: Buffer): Buffer {
    const text = body.toString()
    const [, instance] = /"instance_url"\s*:\s*"(https?:\/\/[^"/]+)"/.exec(text) ?? []
    if (!instance) return body
    this.#instance = instance
    return Buffer.from(text.replaceAll(instance, this.#origin))
  }

  #keep(method: string, path: string, status: number, body: Buffer): void {
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
  return {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body.length > 0 ? '(not JSON)' : ''
  }
}
