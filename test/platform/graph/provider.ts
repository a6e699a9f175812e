import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderDefinition } from '../../../src/contract/index.ts'

export const KEY = 'platform-key-of-the-tests-0123456789'

/** A provider with configurable responses. */
export interface TestProvider {
  url: string
  /** Responses by path; a function is called with the request's body. */
  responses: Map<string, (body: Record<string, unknown>) => unknown>
  stop(): Promise<void>
}

const EMPTY_PAGE = { items: [], pagination: { hasMore: false, pageSize: 0 } }

export async function startProvider(): Promise<TestProvider> {
  const responses: TestProvider['responses'] = new Map()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const result =
      path === '/definition.json' ? definition(url) : ((await responses.get(path)?.(body)) ?? defaultResponse(path))
    const { status = 200 } = result as { status?: unknown }
    response.statusCode = typeof status === 'number' ? status : 200
    response.setHeader('Content-Type', response.statusCode < 400 ? 'application/json' : 'application/problem+json')
    response.end(JSON.stringify(result))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, responses, stop }
}

function defaultResponse(path: string): unknown {
  return path === '/auth/check' ? { result: { status: 'ok' } } : EMPTY_PAGE
}

function definition(instanceUrl: string): ProviderDefinition {
  const application = (name: string, sobjects: ProviderDefinition['applications'][number]['sobjects']) => ({
    name,
    label: `The ${name}`,
    description: `A ${name}.`,
    authentication: true,
    sobjects,
    linkSubscriptions: [],
    externalIds: [],
  })
  return {
    name: 'acme',
    label: 'Acme',
    description: 'A provider.',
    iconUrl: `${instanceUrl}/icon.svg`,
    instanceUrl,
    applications: [
      { ...application('mail', { email: true }), connectMethods: ['oauth', 'key'] },
      application('diary', { calendar: true }),
    ],
  }
}
