import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionCounts, Connections } from './connections.ts'
import { SERVER_OPTIONS, type ServerOptions } from './server-options.ts'

/** Time to send the headers, time to send the whole request, and time to keep an idle connection (ms). */
const SERVER_TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }
/** How often the server checks those timeouts (ms). */
const TIMEOUT_CHECK_MS = 5_000
/** Bytes of a body that give it another millisecond: 500 kB per second. */
const BODY_BYTES_PER_MS = 500
/** How often connections that have become idle are closed while the server stops (ms). */
const IDLE_SWEEP_MS = 50

/** Takes over the connection of a request that asks for another protocol. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

export interface ListenOptions extends Partial<ServerOptions> {
  /** The address to listen on; all interfaces by default. */
  host?: string
  /** Without it, the request is handled as a normal one: an Upgrade header is an offer that a server may ignore. */
  upgrade?: Upgrade
  /** Is kept up to date. */
  connectionCounts?: ConnectionCounts
}

export interface HttpServer {
  port: number
  /**
   * Accepts requests for the grace period (ms), for clients that do not know yet that this server stops, and then no more
   * connections. Resolves when the running requests have been answered.
   */
  close(graceMs?: number): Promise<void>
}

/** Listens on a port; 0 chooses a free one. Rejects when the port is taken. */
export async function listen(
  handler: RequestListener,
  port: number,
  { host, upgrade, connectionCounts, ...changes }: ListenOptions = {},
): Promise<HttpServer> {
  const { maxConnections, maxConnectionsPerAddress, bodyTimeoutMs, stopGraceMs } = { ...SERVER_OPTIONS, ...changes }
  const connections = new Connections(maxConnections, maxConnectionsPerAddress, connectionCounts)
  const pending = new Set<ServerResponse>()
  let isStopping = false
  const server = createServer(
    { ...SERVER_TIMEOUTS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    (request, response) => {
      connections.begin(request, response)
      limitBodyTime(request, response, bodyTimeoutMs)
      pending.add(response)
      response.once('close', () => pending.delete(response))
      if (isStopping) closeAfter(response)
      handler(request, response)
    },
  )
  server.on('connection', (socket) => connections.open(socket))
  if (upgrade) {
    server.on('upgrade', (request, stream, head) => {
      connections.upgrade(request)
      upgrade(request, stream, head)
    })
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve))
  const close = async (graceMs = stopGraceMs) => {
    isStopping = true
    for (const response of pending) closeAfter(response)
    await sleep(graceMs)
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
    await new Promise<unknown>((resolve) => server.close(resolve))
    clearInterval(sweep)
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Closes the connection of a request whose body does not arrive in time, with a 408 if there is no response yet. */
function limitBodyTime(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'])) return
  const start = performance.now()
  const bytesBefore = request.socket.bytesRead
  const check = () => {
    if (request.complete || request.destroyed) return
    const elapsedMs = performance.now() - start
    const allowedMs = timeoutMs + (request.socket.bytesRead - bytesBefore) / BODY_BYTES_PER_MS
    if (elapsedMs < allowedMs) {
      timer = setTimeout(check, allowedMs - elapsedMs)
      return
    }
    if (!response.headersSent) response.writeHead(408, { Connection: 'close', 'Content-Length': 0 }).end()
    request.socket.destroySoon()
  }
  let timer = setTimeout(check, timeoutMs)
  request.once('close', () => clearTimeout(timer))
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
