import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer on loopback. Each request goes to the next one of the targets, which may be replaced at any time. */
export interface Balancer {
  url: string
  /** Base URLs of the programs behind it. */
  targets: string[]
  stop: () => void
}

export async function startBalancer(): Promise<Balancer> {
  let count = 0
  const balancer: Balancer = { url: '', targets: [], stop: () => undefined }
  const server = createServer((request, response) => {
    const target = balancer.targets[count++ % balancer.targets.length]
    if (!target) return void response.writeHead(503, { Connection: 'close' }).end()
    const { method, headers, url = '' } = request
    const forwarded = send(new URL(url, target), { method, headers, agent: false }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  balancer.stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return balancer
}
