import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { GraphClient, type GraphClientOptions } from '../../../platform/client/graph-client.ts'

export interface Request {
  token: string
  headers: IncomingMessage['headers']
  path: string | undefined
  /** Operations, also where one came alone. */
  operations: { query: string; variables?: Record<string, unknown> }[]
  isList: boolean
  /** Resolves when the client has gone before it was answered. */
  gone: Promise<void>
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Sent as it is where it is a text. */
  body: unknown
}

/** A platform that answers what a test says, and keeps what it was asked. */
export interface FakePlatform {
  url: string
  requests: Request[]
  answer: (request: Request) => Reply | Promise<Reply>
  stop(): Promise<void>
}

export async function startFake(): Promise<FakePlatform> {
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakePlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: echo,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const take = async (message: IncomingMessage, response: ServerResponse) => {
    const body: unknown = await json(message)
    const request: Request = {
      token: (message.headers.authorization ?? '').replace('Bearer ', ''),
      headers: message.headers,
      path: message.url,
      operations: (Array.isArray(body) ? body : [body]) as Request['operations'],
      isList: Array.isArray(body),
      gone: new Promise((resolve) => response.once('close', resolve)),
    }
    fake.requests.push(request)
    const { status = 200, headers = {}, body: answer } = await fake.answer(request)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
  return fake
}

/** Answers each operation with its own text. */
export function echo({ operations, isList }: Request): Reply {
  const answers = operations.map(({ query }) => ({ data: { query } }))
  return { body: isList ? answers : answers[0] }
}

export function failure(code: string, message = code, extensions: object = {}): { errors: object[] } {
  return { errors: [{ message, extensions: { code, requestId: 'request-1', ...extensions } }] }
}

export function clientOf({ url }: FakePlatform, options: Partial<GraphClientOptions> = {}): GraphClient {
  return new GraphClient({ url, token: 'first', refresh: () => 'second', ...options })
}
