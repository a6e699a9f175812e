import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, createCall } from './call.ts'
import { deliver } from './deliver.ts'
import { admit, answerTo, type Stage, type Vendor } from './origin.ts'
import { matchRoute, type Route } from './router.ts'

export interface Server {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string
  readonly port: number
  /** Closes the port and every connection, answers outstanding or not. */
  stop(): Promise<void>
}

export interface ServerOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** Routes under `/_sandbox/`: never written into the ledger, never struck by a fault. */
  controls?: readonly Route[]
  /** Bytes of address line and headers that are read at all; Node's 16 KB by default. */
  maxHeadBytes?: number | undefined
}

const MAX_BODY_BYTES = 64 * 2 ** 20

export async function startServer(
  vendor: Vendor,
  stage: Stage,
  { port = 0, controls = [], maxHeadBytes }: ServerOptions = {},
): Promise<Server> {
  const limits = maxHeadBytes === undefined ? {} : { maxHeaderSize: maxHeadBytes }
  const server = createServer(limits, (request, response) => {
    receive(request, response, vendor, stage, controls).catch((error) => response.destroy(error))
  })
  // A vendor does not hang up between two calls of a run; Node's five seconds would look like a fault.
  server.keepAliveTimeout = 75_000
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await listening
  const actual = (server.address() as AddressInfo).port
  return {
    origin: `http://127.0.0.1:${actual}`,
    port: actual,
    async stop() {
      const { promise, resolve: closed } = Promise.withResolvers<void>()
      server.close(() => closed())
      server.closeAllConnections()
      stage.faults.clear()
      await promise
    },
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  vendor: Vendor,
  stage: Stage,
  controls: readonly Route[],
): Promise<void> {
  const call = await read(request)
  const control = matchRoute(controls, call.method, call.url.pathname)
  if (control) {
    call.params = control.params
    return deliver(request, response, await control.route.handle(call))
  }
  const admitted = admit(vendor, stage, call)
  const { entry, struck } = admitted
  response.on('close', () => stage.ledger.close(entry))
  const answer = await answerTo(vendor, stage, admitted)
  if (response.destroyed) return
  stage.ledger.settle(entry, { status: answer.status, units: call.units })
  response.setHeader('date', new Date(stage.clock.now()).toUTCString())
  await deliver(request, response, answer, struck?.rule.fault)
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new RangeError('The request body is larger than any vendor takes')
    chunks.push(chunk)
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return createCall({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`),
    headers,
    body: Buffer.concat(chunks),
  })
}
