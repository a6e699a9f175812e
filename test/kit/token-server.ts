import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request for a token: where it was sent, its form, and the header and claims of its assertion. */
export interface RecordedTokenRequest {
  path: string
  form: Readonly<Record<string, string>>
  header: Readonly<Record<string, unknown>>
  claims: Readonly<Record<string, unknown>>
}

/** What the server responds, by the number of the request from 0. */
export type TokenResponder = (
  index: number,
  request: RecordedTokenRequest,
) => { status: number; body: object; headers?: Record<string, string> }

/** A token endpoint in place of a vendor's: records the assertions that it gets. Everything else is 200 without content. */
export async function startTokenServer(respond: TokenResponder) {
  const requests: RecordedTokenRequest[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.method !== 'POST') return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    const form = Object.fromEntries(new URLSearchParams(text))
    const [header = {}, claims = {}] = (form.assertion ?? form.client_assertion ?? '')
      .split('.')
      .slice(0, 2)
      .filter(Boolean)
      .map(decode)
    const recorded = { path: request.url ?? '', form, header, claims }
    const { status, body, headers } = respond(requests.length, recorded)
    requests.push(recorded)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
