import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderDefinition } from '../../../src/contract/index.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** How the provider reacts to a request: with a response, or by cutting the connection after it has received all of it. */
export type FakeResponse = HttpResponse | 'cut'

interface HttpResponse {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** A provider with scripted responses for each path, which records the requests it receives. */
export interface FakeProvider {
  url: string
  definition: ProviderDefinition
  requests: ReceivedRequest[]
  /** Handlers are used one after the other; the last one remains. */
  on(path: string, ...handlers: FakeHandler[]): void
  /** Removes all handlers and recorded requests. */
  reset(): void
  stop(): Promise<void>
}

type FakeHandler = (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>

export async function startFakeProvider(name = 'acme'): Promise<FakeProvider> {
  const handlers = new Map<string, FakeHandler[]>()
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const received = { path, headers: request.headers, body }
    requests.push(received)
    const pathHandlers = handlers.get(path) ?? []
    const handle = (pathHandlers.length > 1 ? pathHandlers.shift() : pathHandlers[0]) ?? (() => defaultResponse(path))
    const result = await handle(received)
    if (result === 'cut') {
      request.socket.destroy()
      return
    }
    const { status = 200, headers = {} } = result
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(result.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const definition = createDefinition(name, url)
  const defaultResponse = (path: string): FakeResponse => {
    if (path === '/definition.json') return { body: definition }
    return path === '/auth/check' ? { body: { result: { status: 'ok' } } } : problem(404, 'not-found', 'No such route.')
  }
  return {
    url,
    definition,
    requests,
    on: (path, ...pathHandlers) => void handlers.set(path, pathHandlers),
    reset: () => {
      handlers.clear()
      requests.length = 0
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function problem(status: number, name: string, detail: string, more: object = {}): HttpResponse {
  const title = name === 'credentials-expired' ? 'Credentials expired' : name
  return { status, body: { type: `https://platform.example/${name}`, title, status, detail, ...more } }
}

export const credentialsExpired = (more: object = {}) => problem(401, 'credentials-expired', 'Sign in again.', more)

export function withRetryAfter(response: HttpResponse, seconds: number): HttpResponse {
  return { ...response, headers: { 'Retry-After': String(seconds) } }
}

function createDefinition(name: string, instanceUrl: string): ProviderDefinition {
  const application = (application: string, more: Partial<ProviderDefinition['applications'][number]>) => ({
    name: application,
    label: `The ${application}`,
    description: '',
    authentication: true,
    sobjects: {},
    linkSubscriptions: [],
    externalIds: [],
    ...more,
  })
  return {
    name,
    label: name,
    description: 'A provider.',
    iconUrl: `${instanceUrl}/icon.svg`,
    instanceUrl,
    applications: [
      application('crm', {
        sobjects: { function: true },
        linkSubscriptions: [{ pattern: 'https://*.crm.example/*' }],
        functions: [{ name: 'report', label: 'Report' }],
      }),
      application('files', { linkSubscriptions: [{ pattern: 'https://docs.crm.example/d/*' }] }),
    ],
  }
}
