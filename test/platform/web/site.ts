import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A web server on loopback that records the requests it receives. */
export interface Site {
  origin: string
  host: string
  port: number
  requests: IncomingMessage[]
  /** The paths of the requests that were received. */
  paths(): (string | undefined)[]
  /** Serves a body, or calls a handler, at a path. Other paths have status 404. */
  serve(path: string, body: string | Buffer | Handler, headers?: Record<string, string>): void
  stop(): Promise<void>
}

export async function startSite(address = '127.0.0.1', port = 0): Promise<Site> {
  const handlers = new Map<string, Handler>()
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const handler = handlers.get(request.url ?? '')
    if (handler) handler(request, response)
    else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<title>Not found</title>')
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  const { port: boundPort } = server.address() as AddressInfo
  const host = `${address}:${boundPort}`
  return {
    host,
    port: boundPort,
    origin: `http://${host}`,
    requests,
    paths: () => requests.map(({ url }) => url),
    serve: (path, body, headers = {}) => {
      const respond: Handler = (_, response) =>
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body)
      handlers.set(path, typeof body === 'function' ? body : respond)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A handler that redirects. */
export const redirectTo =
  (location: string, status = 302): Handler =>
  (_, response) => {
    response.writeHead(status, { Location: location }).end()
  }
