import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** Time to send the headers, time to send the whole request, and time to keep an idle connection (ms). */
const SERVER_TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }
/** How often the server checks those timeouts (ms). */
const TIMEOUT_CHECK_MS = 5_000
const MAX_CONNECTIONS = 1_000
/** How often connections that have become idle are closed while the server stops (ms). */
const IDLE_SWEEP_MS = 50

/** Takes over the connection of a request that asks for another protocol. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

export interface ListenOptions {
  /** The address to listen on; all interfaces by default. */
  host?: string
  /** Without it, the request is handled as a normal one: an Upgrade header is an offer that a server may ignore. */
  upgrade?: Upgrade
}

export interface HttpServer {
  port: number
  /** Accepts no more connections; resolves when the running requests have been answered. */
  close(): Promise<void>
}

/** Listens on a port; 0 chooses a free one. Rejects when the port is taken. */
export async function listen(
  handler: RequestListener,
  port: number,
  { host, upgrade }: ListenOptions = {},
): Promise<HttpServer> {
  const pending = new Set<ServerResponse>()
  const server = createServer(
    { ...SERVER_TIMEOUTS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    (request, response) => {
      pending.add(response)
      response.once('close', () => pending.delete(response))
      if (!server.listening) closeAfter(response)
      handler(request, response)
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  if (upgrade) server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve))
  const close = () => {
    for (const response of pending) closeAfter(response)
    return new Promise<void>((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
      server.close(() => {
        clearInterval(sweep)
        resolve()
      })
    })
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** A client would otherwise send its next request on this connection, to a process that is about to exit. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Responds to a request for another protocol with a status and closes its connection. */
export function endUpgrade(stream: Duplex, status: number): void {
  stream.once('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
