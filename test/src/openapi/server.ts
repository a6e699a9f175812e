import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend'

export interface MockServer {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a server that consists of the document alone: it has the documented routes, requires the key where the document
 * does, validates requests, and responds with the examples.
 */
export async function startMockServer(document: object, key: string): Promise<MockServer> {
  const api = new OpenAPIBackend({
    definition: document as Document,
    // Whether it is a valid document is another test's, with a validator that knows OpenAPI 3.1.
    quick: true,
    ajvOpts: { strict: false, validateFormats: false },
  })
  await api.init()
  api.registerSecurityHandler('platformKey', (_: Context, request: IncomingMessage) => {
    return request.headers.authorization === `Bearer ${key}`
  })
  api.register({
    unauthorizedHandler: (_, __, response: ServerResponse) => send(response, 401, problem(401, 'Unauthorized')),
    validationFail: (_, __, response: ServerResponse) => send(response, 400, problem(400, 'Validation error')),
    notFound: (_, __, response: ServerResponse) => send(response, 404, problem(404, 'Not found')),
    notImplemented: ({ operation }, __, response: ServerResponse) => {
      const { status, mock } = api.mockResponseForOperation(operation.operationId ?? '')
      send(response, status, mock)
    },
  })
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const toHandle = { method: request.method ?? 'GET', path: pathname, query: search.slice(1), headers, body }
    await api.handleRequest(toHandle, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  const type = status >= 400 ? 'application/problem+json' : isText ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'Content-Type': type }).end(isText ? body : JSON.stringify(body ?? null))
}

function problem(status: number, title: string) {
  return { type: `https://platform.example/${title}`, title, status, detail: `${title}.` }
}
