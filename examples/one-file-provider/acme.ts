import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The only key that this Acme knows. */
export const KEY = 'ak_0123456789abcdef'

const DAY_MS = 86_400_000
const MESSAGES = Array.from({ length: 25 }, (_, index) => ({
  id: `m${index}`,
  from: 'Bo Example <bo@acme.example>',
  to: ['ada@acme.example'],
  subject: `Message ${index}`,
  text: 'Hello.',
  receivedAt: new Date(Date.now() - index * DAY_MS - 1).toISOString(),
}))

function respond({ pathname, searchParams }: URL): object | undefined {
  if (pathname === '/me') return { address: 'ada@acme.example', name: 'Ada Example' }
  if (pathname !== '/messages') return undefined
  const number = (name: string) => Number(searchParams.get(name))
  const until = number('until') || Number.POSITIVE_INFINITY
  const selected = MESSAGES.filter(({ receivedAt }) => {
    const time = Date.parse(receivedAt)
    return time >= number('since') && time < until
  })
  const end = number('from') + number('limit')
  return { messages: selected.slice(number('from'), end), next: end < selected.length ? end : undefined }
}

/** Starts a stand-in for Acme, a vendor that does not exist. Port 0 chooses a free one. */
export async function startAcme(port: number): Promise<{ origin: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${KEY}`
    const body = isKnown ? respond(new URL(request.url ?? '/', 'http://acme.example')) : { error: 'unknown key' }
    const status = isKnown ? (body ? 200 : 404) : 401
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

if (import.meta.main) {
  const { origin } = await startAcme(5100)
  process.stdout.write(`Acme is at ${origin}; its API key is ${KEY}\n`)
}
