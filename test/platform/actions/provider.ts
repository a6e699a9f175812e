import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderDefinition } from '../../../src/contract/index.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** What a provider does with a request: an answer, or the connection is cut when all of it has arrived. */
export type FakeResponse = HttpResponse | 'cut'

interface HttpResponse {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** A provider that does what a test tells it to, path by path, and remembers what it was asked. */
export interface FakeProvider {
  url: string
  definition: ProviderDefinition
  requests: ReceivedRequest[]
  on(path: string, ...reactions: ((seen: ReceivedRequest) => FakeResponse | Promise<FakeResponse>)[]): void
  /** Forgets what it was told and asked. */
  reset(): void
  stop(): Promise<void>
}

/** Reactions are used one after the other; the last one stays. */
export async function startFakeProvider(name = 'acme'): Promise<FakeProvider> {
  const reactions = new Map<string, ((seen: ReceivedRequest) => FakeResponse | Promise<FakeResponse>)[]>()
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const asked = { path, headers: request.headers, body }
    seen.push(asked)
    const own = reactions.get(path) ?? []
    const react = (own.length > 1 ? own.shift() : own[0]) ?? (() => usual(path))
    const reaction = await react(asked)
    if (reaction === 'cut') {
      request.socket.destroy()
      return
    }
    const { status = 200, headers = {} } = reaction
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(reaction.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const definition = createDefinition(name, url)
  const usual = (path: string): FakeResponse => {
    if (path === '/definition.json') return { body: definition }
    return path === '/auth/check' ? { body: { result: { status: 'ok' } } } : problem(404, 'not-found', 'No such route.')
  }
  return {
    ...{ url, definition, requests },
    on: (path, ...some) => void reactions.set(path, some),
    reset: () => {
      reactions.clear()
      seen.length = 0
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

/** The same answer with the wish to come again later. */
export function withRetryAfter(answer: HttpResponse, seconds: number): HttpResponse {
  return { ...answer, headers: { 'Retry-After': String(seconds) } }
}

function createDefinition(name: string, instanceUrl: string): ProviderDefinition {
  const application = (application: string, more: Partial<ProviderDefinition['applications'][number]>) => ({
    ...{ name: application, label: `The ${application}`, description: '', authentication: true, sobjects: {} },
    ...{ linkSubscriptions: [], externalIds: [], ...more },
  })
  return {
    ...{ name, label: name, description: 'A provider.', iconUrl: `${instanceUrl}/icon.svg`, instanceUrl },
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
