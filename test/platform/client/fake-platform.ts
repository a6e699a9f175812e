import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { GraphClient, type GraphClientOptions } from '../../../platform/client/graph-client.ts'

export interface ReceivedRequest {
  token: string
  headers: IncomingMessage['headers']
  path: string | undefined
  /** The operations of the batch, or the single one. */
  operations: { query: string; variables?: Record<string, unknown> }[]
  isList: boolean
  /** Resolves when the response was sent or the client has closed the connection. */
  closed: Promise<void>
}

export interface FakeResponse {
  status?: number
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body: unknown
}

/** An HTTP server that responds as a test says and records its requests. */
export interface FakePlatform {
  url: string
  requests: ReceivedRequest[]
  respond: (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>
  stop(): Promise<void>
}

export async function startFakePlatform(): Promise<FakePlatform> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakePlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    respond: echo,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const body: unknown = await json(message)
    const request: ReceivedRequest = {
      token: (message.headers.authorization ?? '').replace('Bearer ', ''),
      headers: message.headers,
      path: message.url,
      operations: (Array.isArray(body) ? body : [body]) as ReceivedRequest['operations'],
      isList: Array.isArray(body),
      closed: new Promise((resolve) => response.once('close', resolve)),
    }
    fake.requests.push(request)
    const { status = 200, headers = {}, body: responseBody } = await fake.respond(request)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody))
  }
  return fake
}

/** Responds to each operation with its own text. */
export function echo({ operations, isList }: ReceivedRequest): FakeResponse {
  const results = operations.map(({ query }) => ({ data: { query } }))
  return { body: isList ? results : results[0] }
}

/** The body of a response with one error. */
export function errorBody(code: string, message = code, extensions: object = {}): { errors: object[] } {
  return { errors: [{ message, extensions: { code, requestId: 'request-1', ...extensions } }] }
}

export function createClient({ url }: FakePlatform, options: Partial<GraphClientOptions> = {}): GraphClient {
  return new GraphClient({ url, token: 'first', refresh: () => 'second', ...options })
}
