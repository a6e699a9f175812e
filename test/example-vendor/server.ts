import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BeaconMessage } from './mailroom/map.ts'

/** The only key that the server knows. */
export const API_KEY = 'bk_0123456789abcdef0123'
const DAY_MS = 86_400_000
const MESSAGES = 9

export interface BeaconServer {
  origin: string
  /** What a person enters into the form. */
  formValues: Readonly<Record<string, string>>
  /** Path and headers of each request. */
  requests: Pick<IncomingMessage, 'url' | 'headers'>[]
  stop: () => void
}

/** Starts an imitation of Beacon with a message on each of the last days before `now` (epoch ms). */
export async function startBeacon(now: number): Promise<BeaconServer> {
  const requests: BeaconServer['requests'] = []
  const messages = Array.from({ length: MESSAGES }, (_, index) => createMessage(index, now - index * DAY_MS - 1))
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ url, headers })
    const { status, body } = respond(new URL(url, 'http://beacon'), headers['x-api-key'], messages)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    formValues: { apiKey: API_KEY },
    requests,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function createMessage(index: number, time: number): BeaconMessage {
  return {
    id: `m${index}`,
    from: 'Bo <bo@acme.example>',
    to: ['ada@acme.example'],
    subject: `Message ${index}`,
    text: 'Hello.',
    receivedAt: new Date(time).toISOString(),
  }
}

function respond({ pathname, searchParams }: URL, key: unknown, messages: readonly BeaconMessage[]) {
  if (key !== API_KEY) return { status: 401, body: { error: 'unknown key' } }
  if (pathname === '/v1/me') return { status: 200, body: { id: 'u1', address: 'ada@acme.example', name: 'Ada' } }
  if (pathname !== '/v1/messages') return { status: 404, body: { error: 'not found' } }
  const [since, until] = ['since', 'until'].map((name) => searchParams.get(name))
  const selected = messages.filter(
    ({ receivedAt }) => (!since || receivedAt >= since) && (!until || receivedAt < until),
  )
  const from = Number(searchParams.get('from') ?? 0)
  const to = from + Number(searchParams.get('limit'))
  const next = to < selected.length ? String(to) : undefined
  return { status: 200, body: { messages: selected.slice(from, to), next } }
}
