import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

const CHUNK = Buffer.alloc(1024 * 1024, 'x')

/** A server whose responses never end: the beginning of a JSON object, and then one megabyte after the other. */
export class EndlessServer {
  readonly #server: Server
  /** Bytes of all responses, before compression. */
  bytes = 0
  readonly #closed: Promise<void>[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  /** `finite`: the bodies of the responses that do end, by the last segment of the path. */
  static async start(headers: OutgoingHttpHeaders = {}, finite: Record<string, object> = {}): Promise<EndlessServer> {
    const server = createServer((request, response) => {
      request.resume()
      const { pathname } = new URL(request.url ?? '', 'http://endless')
      const ending = finite[pathname.split('/').at(-1) ?? '']
      if (ending) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ending))
        return
      }
      endless.#closed.push(new Promise((resolve) => response.on('close', resolve)))
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      const body = Readable.from(endless.#content(), { objectMode: false })
      const source = headers['content-encoding'] ? body.pipe(createGzip()) : body
      response.on('close', () => body.destroy())
      source.pipe(response)
    })
    const endless = new EndlessServer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return endless
  }

  *#content() {
    yield Buffer.from('{"filler":"')
    for (;;) {
      this.bytes += CHUNK.length
      yield CHUNK
    }
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves when the connections of all responses are closed. */
  async allClosed(): Promise<void> {
    await Promise.all(this.#closed)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
