import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConnectedProviderRegistration, ConnectedProviderRegistration as Registration } from '../contract/index.ts'
import { describeErrors } from '../middleware/validate.ts'

/** A platform for tests: it takes registrations of connections and does nothing else. */
export interface TestPlatform {
  url: string
  /** What providers have registered, by the id of the connection. */
  registrations: ReadonlyMap<string, ConnectedProviderRegistration>
  stop(): Promise<void>
}

/**
 * Starts it on a free port of this machine. As the real one, it refuses registrations without the key (401) or of another
 * form (400).
 */
export async function startTestPlatform(key: string): Promise<TestPlatform> {
  const registrations = new Map<string, ConnectedProviderRegistration>()
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const body = await readJson(request)
    if (request.headers.authorization !== `Bearer ${key}`) return respond(401, { title: 'Unauthorized' })
    const errors = describeErrors(Registration, body)
    if (errors.length > 0) return respond(400, { title: 'Invalid registration', errors })
    const registration = body as ConnectedProviderRegistration
    registrations.set(registration.connectionId, registration)
    return respond(200, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, registrations, stop }
}

/** Undefined if the body is no JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
