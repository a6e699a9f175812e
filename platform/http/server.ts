import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** Time to send the headers and the whole of a request, and to keep an idle connection (ms). */
const SERVER_TIMES = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }
/** How often the server looks for slow senders (ms). */
const CONNECTIONS_CHECK_MS = 5_000
const MOST_CONNECTIONS = 1_000

/** Takes over the connection of a request that asks for another protocol. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

export interface Listening {
  port: number
  /** Takes no more requests; resolves when those that are running are answered. */
  close(): Promise<void>
}

/** Listens; rejects when the port is taken. Port 0 takes any free one. */
export async function listen(
  handle: RequestListener,
  port: number,
  { host, upgrade = refuseUpgrade }: { host?: string; upgrade?: Upgrade } = {},
): Promise<Listening> {
  const unanswered = new Set<ServerResponse>()
  const server = createServer(
    { ...SERVER_TIMES, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    (request, response) => {
      unanswered.add(response)
      response.once('close', () => unanswered.delete(response))
      if (!server.listening) closeAfter(response)
      handle(request, response)
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve))
  const close = () => {
    for (const response of unanswered) closeAfter(response)
    return new Promise<void>((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      server.close(() => {
        clearInterval(sweep)
        resolve()
      })
    })
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** A connection that stayed open would be sent another request after this answer. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Answers a request for another protocol with a status, and ends its connection. */
export function endUpgrade(stream: Duplex, status: number): void {
  stream.once('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const refuseUpgrade: Upgrade = (_request, stream) => endUpgrade(stream, 404)
