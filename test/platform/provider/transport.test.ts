import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import {
  type HttpRequest,
  httpTransport,
  NotConnected,
  ResponseTooLarge,
} from '../../../platform/provider/transport.ts'

const servers: Server[] = []
const send = httpTransport(5_000)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

function request(url: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'POST',
    url,
    headers: { 'X-Own': 'yes' },
    signal: new AbortController().signal,
    maxBytes: 1_000,
    ...changes,
  }
}

describe('a request over the network', () => {
  test('transmits the request and the response unchanged', async () => {
    const url = await serve(async (incoming, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const { method, headers } = incoming
      response.writeHead(418, { 'Retry-After': '7' })
      response.end(JSON.stringify({ method, own: headers['x-own'], body: Buffer.concat(chunks).toString() }))
    })
    const response = await send(request(url, { body: 'ähm' }))
    expect([response.status, response.header('retry-after'), response.header('x-none')]).toEqual([418, '7', undefined])
    expect(JSON.parse(response.text)).toEqual({ method: 'POST', own: 'yes', body: 'ähm' })
  })

  test('follows no redirect, because the key must not be sent elsewhere', async () => {
    let calls = 0
    const url = await serve((_, response) => {
      calls += 1
      response.writeHead(302, { Location: '/' }).end()
    })
    expect([(await send(request(url))).status, calls]).toEqual([302, 1])
  })

  test('reads at most the maximum size', async () => {
    const url = await serve((_, response) => void response.end('x'.repeat(1_001)))
    await expect(send(request(url))).rejects.toBeInstanceOf(ResponseTooLarge)
    expect((await send(request(url, { maxBytes: 1_001 }))).text).toHaveLength(1_001)
  })

  test('rejects with the reason of the signal', async () => {
    const controller = new AbortController()
    const reason = new Error('aborted')
    const url = await serve(() => controller.abort(reason))
    await expect(send(request(url, { signal: controller.signal }))).rejects.toBe(reason)
  })

  test('is aborted in the middle of the response', async () => {
    const controller = new AbortController()
    const url = await serve((_, response) => {
      response.write('the first half')
      setImmediate(() => controller.abort(new Error('aborted')))
    })
    await expect(send(request(url, { signal: controller.signal }))).rejects.toThrow()
  })

  test('distinguishes a connection that was not established from one that was lost', async () => {
    const url = await serve((incoming) => incoming.socket.destroy())
    await expect(send(request(url))).rejects.not.toBeInstanceOf(NotConnected)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    await expect(send(request(url))).rejects.toBeInstanceOf(NotConnected)
  })
})
