import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MockContext } from '../context.ts'
import { respond, startExchange } from './exchange.ts'
import { createRequest, type HttpRequest } from './request.ts'
import { matchRoute, type Route } from './router.ts'
import { sendResponse } from './send.ts'
import type { Vendor } from './vendor.ts'

/** Where the servers of the sandbox are reached. */
export interface Network {
  /** The address to listen on. */
  address: string
  /** The host name in the sandbox's URLs. */
  hostName: string
}

/** Without other options only this machine reaches the sandbox. */
export const LOOPBACK: Network = { address: '127.0.0.1', hostName: '127.0.0.1' }

export interface Server {
  /** `http://<host name>:<port>`, without a trailing slash. */
  readonly origin: string
  readonly port: number
  /** Closes the port and all connections, even if responses are pending. */
  stop(): Promise<void>
}

export interface ServerOptions {
  /** 0, the default, selects a free port. */
  port?: number
  /** Loopback by default. */
  network?: Network | undefined
  /** Routes under `/_sandbox/`. They are not recorded in the ledger and faults do not apply to them. */
  controls?: readonly Route[]
  /** Maximum size of the request line and headers in bytes; 16 KiB, Node's default, if undefined. */
  maxHeadBytes?: number | undefined
}

const MAX_BODY_BYTES = 64 * 2 ** 20

export async function startServer(
  vendor: Vendor,
  context: MockContext,
  { port = 0, network = LOOPBACK, controls = [], maxHeadBytes }: ServerOptions = {},
): Promise<Server> {
  const limits = maxHeadBytes === undefined ? {} : { maxHeaderSize: maxHeadBytes }
  const server = createServer(limits, (incoming, outgoing) => {
    handleRequest(incoming, outgoing, vendor, context, controls).catch((error) => outgoing.destroy(error))
  })
  // Vendors keep connections open between the calls of a run; Node's default of five seconds would look like a fault.
  server.keepAliveTimeout = 75_000
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, network.address, resolve)
  await listening
  const actualPort = (server.address() as AddressInfo).port
  return {
    origin: `http://${network.hostName}:${actualPort}`,
    port: actualPort,
    async stop() {
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      context.faults.clear()
      await closed
    },
  }
}

async function handleRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  vendor: Vendor,
  context: MockContext,
  controls: readonly Route[],
): Promise<void> {
  const request = await readRequest(incoming)
  const control = matchRoute(controls, request.method, request.url.pathname)
  if (control) {
    request.params = control.params
    return sendResponse(incoming, outgoing, await control.route.handle(request))
  }
  const exchange = startExchange(vendor, context, request)
  const { entry, activeFault } = exchange
  outgoing.on('close', () => context.ledger.end(entry))
  const response = await respond(vendor, context, exchange)
  if (outgoing.destroyed) return
  context.ledger.recordResponse(entry, { status: response.status, units: request.units })
  outgoing.setHeader('date', new Date(context.clock.now()).toUTCString())
  await sendResponse(incoming, outgoing, response, activeFault?.rule.fault)
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new RangeError('The request body is larger than any vendor accepts')
    chunks.push(chunk)
  }
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return createRequest({
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`),
    headers,
    body: Buffer.concat(chunks),
  })
}
